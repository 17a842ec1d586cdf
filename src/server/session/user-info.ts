import { wireInstant } from '#contract/rules/dates.ts'
import type { Member } from '#contract/session.ts'
import * as contract from '#contract/session.ts'
import type { Tokens } from '#server/platform/auth/tokens.ts'
import type { MemberActor } from '#server/platform/work.ts'
import { sessionCookieName } from '#server/platform/auth/identify.ts'
import { implement, read, write } from '#server/platform/http/implement.ts'
import { selectSession, updateKeySettings } from './sessions.queries.ts'
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
      const { password_expires_at: expiresAt, key_settings: keys } = session
      return {
        data: memberOf(actor),
        ...(expiresAt && { passwordExpiresAt: wireInstant(expiresAt) }),
        ...(keys && { keys: contract.keySettings.parse(keys) }),
      }
    }),
    saveKeySettings: write(async ({ tx, actor }, { body }) => {
      await updateKeySettings(tx, actor.id, body)
      return { message: 'Your keys have been saved.' }
    }),
  })
