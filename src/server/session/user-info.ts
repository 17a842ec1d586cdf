import { wireInstant } from '#contract/rules/dates.ts'
import type { Member } from '#contract/session.ts'
import * as contract from '#contract/session.ts'
import type { Tokens } from '#server/platform/auth/tokens.ts'
import type { MemberActor } from '#server/platform/work.ts'
import { sessionCookieName } from '#server/platform/auth/identify.ts'
import { implement, read } from '#server/platform/http/implement.ts'
import { selectSession } from './sessions.queries.ts'
import { signTokens, tokenIds, setSessionCookie } from './session-tokens.ts'

export const memberOf = (actor: Pick<MemberActor, 'id' | 'name' | 'email' | 'role'>): Member => ({
  id: actor.id,
  name: actor.name,
  email: actor.email,
  type: actor.role,
})

export const userInfoCalls = (tokens: Tokens) =>
  implement(contract, {
    userInfo: read(async ({ tx, actor, now, config }, { request, reply }) => {
      const session = await selectSession(tx, actor.sessionId)
      const { tokenId } = tokenIds(session)
      const given = await tokens.verify(request.cookies[sessionCookieName(config)] ?? '', 'files', now)
      // After an update or a lost answer a browser lacks the cookie. A former token does not get its successor's
      // cookie.
      if (given?.tokenId !== tokenId && actor.tokenId === tokenId)
        setSessionCookie(reply, config, await signTokens(tokens, actor, session))
      const expiresAt = session.password_expires_at
      return { data: memberOf(actor), ...(expiresAt && { passwordExpiresAt: wireInstant(expiresAt) }) }
    }),
  })
