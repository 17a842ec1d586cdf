import type { FastifyReply } from 'fastify'
import type { Role } from '#contract/rules/roles.ts'
import type { Config } from '#server/config.ts'
import { sessionCookieName } from '#server/platform/auth/identify.ts'
import type { TokenIds, Tokens } from '#server/platform/auth/tokens.ts'

/** What a browser is given of a session: one token in the answer, another in the cookie. */
export interface SessionTokens {
  jwtToken: string
  cookie: string
  expiresAt: Date
}

interface SessionRow {
  id: string
  token_id: string | null
  expires_at: Date
}

export const tokenIds = ({ id, token_id }: SessionRow): TokenIds => ({
  sessionId: id,
  tokenId: token_id ?? id,
})

/** The tokens that a session has now; the same as long as nobody confirms anew who they are. */
export async function signTokens(
  tokens: Tokens,
  { id, name, role: type }: { id: number; name: string; role: Role },
  session: SessionRow,
): Promise<SessionTokens> {
  const ids = tokenIds(session)
  const expiresAt = session.expires_at
  return {
    jwtToken: await tokens.signForCalls({ id, name, type }, ids, expiresAt),
    cookie: await tokens.signForFiles(ids, expiresAt),
    expiresAt,
  }
}

const cookiePath = { path: '/' }
export const cookieOptions = ({ isHttps }: Config) =>
  ({ ...cookiePath, httpOnly: true, sameSite: 'strict', secure: isHttps }) as const

/** As long as the token for calls, which outlives the browser's session: links and downloads go on working with it. */
export const setSessionCookie = (reply: FastifyReply, config: Config, { cookie, expiresAt }: SessionTokens) =>
  reply.setCookie(sessionCookieName(config), cookie, { ...cookieOptions(config), expires: expiresAt })

export const clearSessionCookie = (reply: FastifyReply, { isHttps }: Config) =>
  reply.clearCookie(sessionCookieName({ isHttps }), { ...cookiePath, secure: isHttps })
