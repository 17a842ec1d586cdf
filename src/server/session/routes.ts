import * as contract from '#contract/session.ts'
import { sessionCookie } from '#server/platform/auth/identify.ts'
import type { Tokens } from '#server/platform/auth/tokens.ts'
import type { Http } from '#server/platform/http/http.ts'
import { memberOf, signIn, signOut } from './usecases.ts'

export function sessionRoutes(http: Http, tokens: Tokens) {
  http.on(contract.signIn, async (call, { body, reply }) => {
    const { jwtToken, expiresAt, member } = await signIn(call, tokens, body)
    reply.setCookie(sessionCookie, jwtToken, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: call.config.publicUrl.startsWith('https:'),
      ...(body.rememberMe && { expires: expiresAt }),
    })
    return { message: `Welcome ${member.name}`, jwtToken, data: member }
  })

  http.on(contract.userInfo, async ({ actor }) => ({ data: memberOf(actor) }))

  http.write(contract.signOut, async (work, { reply }) => {
    await signOut(work)
    reply.clearCookie(sessionCookie, { path: '/' })
    return { message: 'You are signed out.' }
  })
}
