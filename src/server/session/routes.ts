import type { FastifyReply } from 'fastify'
import * as contract from '#contract/session.ts'
import { sessionCookieName } from '#server/platform/auth/identify.ts'
import type { Config } from '#server/config.ts'
import type { Tokens } from '#server/platform/auth/tokens.ts'
import type { Http } from '#server/platform/http/http.ts'
import { changePassword, checkResetLink, forgotPassword, resetPassword } from './passwords.ts'
import { deviceCookieName, deviceTtlMs } from './known-devices.ts'
import { reauthenticate } from './reauthenticate.ts'
import type { SessionTokens } from './session-tokens.ts'
import { endOwnSession, listSessions } from './sessions.ts'
import { signIn, signOut } from './sign-in.ts'
import { readUserInfo } from './user-info.ts'

const cookiePath = { path: '/' }
const cookieOptions = ({ isHttps }: Config) =>
  ({ ...cookiePath, httpOnly: true, sameSite: 'strict', secure: isHttps }) as const

/** As long as the token for calls, which outlives the browser's session: links and downloads go on working with it. */
const setSessionCookie = (reply: FastifyReply, config: Config, { cookie, expiresAt }: SessionTokens) =>
  reply.setCookie(sessionCookieName(config), cookie, { ...cookieOptions(config), expires: expiresAt })

const clearSessionCookie = (reply: FastifyReply, { isHttps }: Config) =>
  reply.clearCookie(sessionCookieName({ isHttps }), { ...cookiePath, secure: isHttps })

const passwordUpdated = 'Password updated successfully. Sign in with your new password.'

export function sessionRoutes(http: Http, tokens: Tokens) {
  http.handle(contract.signIn, async (call, { body, request, reply }) => {
    const { config } = call
    const { [deviceCookieName(config)]: device, [sessionCookieName(config)]: session } = request.cookies
    const signedIn = await signIn(call, tokens, body, { device, session })
    const { jwtToken, member, deviceToken, mustEnrol } = signedIn
    setSessionCookie(reply, config, signedIn)
    const deviceOptions = { ...cookieOptions(config), maxAge: deviceTtlMs / 1000 }
    reply.setCookie(deviceCookieName(config), deviceToken, deviceOptions)
    return { message: 'You are signed in.', jwtToken, data: member, ...(mustEnrol && { mustEnrol }) }
  })

  http.read(contract.userInfo, async (work, { request, reply }) => {
    const cookie = request.cookies[sessionCookieName(work.config)]
    const { missing, ...info } = await readUserInfo(work, tokens, cookie)
    if (missing) setSessionCookie(reply, work.config, missing)
    return info
  })

  http.write(contract.signOut, async (work, { reply }) => {
    await signOut(work)
    clearSessionCookie(reply, work.config)
    return { message: 'You are signed out.' }
  })

  http.handle(contract.reauthenticate, async (call, { body, reply }) => {
    const renewed = await reauthenticate(call, tokens, body)
    setSessionCookie(reply, call.config, renewed)
    return { message: 'Thank you.', jwtToken: renewed.jwtToken }
  })

  http.handle(contract.changePassword, async (call, { body, reply }) => {
    await changePassword(call, body)
    clearSessionCookie(reply, call.config)
    return { message: passwordUpdated }
  })

  http.handle(contract.forgotPassword, async (call, { body }) => {
    await forgotPassword(call, body.email)
    return { message: 'If there is an account with this e-mail, a link for a new password is on its way.' }
  })

  http.handle(contract.checkResetLink, async (call, { body }) => {
    await checkResetLink(call, body.token)
    return { message: 'The link can be used.' }
  })

  http.handle(contract.resetPassword, async (call, { body }) => {
    await resetPassword(call, body)
    return { message: passwordUpdated }
  })

  http.read(contract.listSessions, async (work) => ({ data: await listSessions(work) }))

  http.write(contract.revokeSession, async (work, { params, reply }) => {
    await endOwnSession(work, params.id)
    if (params.id === work.actor.sessionId) clearSessionCookie(reply, work.config)
    return { message: 'The session has been ended.' }
  })
}
