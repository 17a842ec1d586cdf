import { wireInstant } from '#contract/rules/dates.ts'
import type { Member } from '#contract/session.ts'
import * as contract from '#contract/session.ts'
import type { Tokens } from '#server/platform/auth/tokens.ts'
import type { MemberActor, Work } from '#server/platform/work.ts'
import { sessionCookieName } from '#server/platform/auth/identify.ts'
import { implement, read } from '#server/platform/http/implement.ts'
import { selectSession } from './sessions.queries.ts'
import { signTokens, tokenIds, type SessionTokens, setSessionCookie } from './session-tokens.ts'

export const memberOf = (actor: Pick<MemberActor, 'id' | 'name' | 'email' | 'role'>): Member => ({
  id: actor.id,
  name: actor.name,
  email: actor.email,
  type: actor.role,
})

interface UserInfo {
  data: Member
  passwordExpiresAt?: string
  /** For a browser without the cookie of this session, as after an update or an answer that was lost. */
  missing?: SessionTokens
}

async function readUserInfo(
  { tx, actor, now }: Work,
  tokens: Tokens,
  cookie: string | undefined,
): Promise<UserInfo> {
  const session = await selectSession(tx, actor.sessionId)
  const { tokenId } = tokenIds(session)
  const given = await tokens.verify(cookie ?? '', 'files', now)
  // A former token is not given the cookie of the one that took its place.
  const isMissing = given?.tokenId !== tokenId && actor.tokenId === tokenId
  const expiresAt = session.password_expires_at
  return {
    data: memberOf(actor),
    ...(expiresAt && { passwordExpiresAt: wireInstant(expiresAt) }),
    ...(isMissing && { missing: await signTokens(tokens, actor, session) }),
  }
}

export const userInfoCalls = (tokens: Tokens) =>
  implement(contract, {
    userInfo: read(async (work, { request, reply }) => {
      const cookie = request.cookies[sessionCookieName(work.config)]
      const { missing, ...info } = await readUserInfo(work, tokens, cookie)
      if (missing) setSessionCookie(reply, work.config, missing)
      return info
    }),
  })
