import type { FastifyReply } from 'fastify'
import type { Role } from '#contract/rules/roles.ts'
import type { Config } from '#server/config.ts'
import { sessionCookieName } from '#server/platform/auth/identify.ts'
import type { TokenIds, Tokens } from '#server/platform/auth/tokens.ts'

/** The tokens of a session: one in the reply's body, the other in the cookie. */
interface SessionTokens {
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

/** The session's current tokens; unchanged until the member reauthenticates. */
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

/** Valid as long as the token for calls, beyond the browser's session, so that links and downloads keep working. */
export const setSessionCookie = (reply: FastifyReply, config: Config, { cookie, expiresAt }: SessionTokens) =>
  reply.setCookie(sessionCookieName(config), cookie, { ...cookieOptions(config), expires: expiresAt })

export const clearSessionCookie = (reply: FastifyReply, { isHttps }: Config) =>
  reply.clearCookie(sessionCookieName({ isHttps }), { ...cookiePath, secure: isHttps })
