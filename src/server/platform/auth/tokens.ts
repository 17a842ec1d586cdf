import { createHash, randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Role } from '#contract/rules/roles.ts'
import type { ServerKey } from '../server-keys.ts'

export const newSecret = (): string => randomBytes(32).toString('base64url')

export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()

interface TokenUser {
  id: number
  name: string
  type: Role
}

export interface TokenIds {
  sessionId: string
  tokenId: string
}

/** Tokens for calls come in the header, tokens for files in the cookie of a GET. Neither is accepted as the other. */
type Audience = 'calls' | 'files'

/** Tokens of sessions. The session's row decides; its tokens end together. */
export interface Tokens {
  /** The payload carries `user: {id, name, type}` (product §5). */
  signForCalls(user: TokenUser, ids: TokenIds, expiresAt: Date): Promise<string>
  /** The cookie's value; no reply's body contains it. */
  signForFiles(ids: TokenIds, expiresAt: Date): Promise<string>
  /** Null for a token that is foreign, for another audience, or expired at `now`. */
  verify(token: string, audience: Audience, now: Date): Promise<TokenIds | null>
}

const maxVerified = 2000

export function createTokens({ id, key }: ServerKey): Tokens {
  const sign = (payload: object, audience: Audience, { sessionId, tokenId }: TokenIds, expiresAt: Date) =>
    new SignJWT({ ...payload, sid: sessionId })
      .setProtectedHeader({ alg: 'HS256', kid: id })
      .setJti(tokenId)
      .setAudience(audience)
      .setExpirationTime(expiresAt)
      .sign(key)

  const known = new Map<string, { ids: TokenIds; expiresAt: number }>()

  function keep(token: string, one: { ids: TokenIds; expiresAt: number }): TokenIds {
    const [oldest] = known.keys()
    if (known.size >= maxVerified && oldest !== undefined) known.delete(oldest)
    known.set(token, one)
    return one.ids
  }

  return {
    signForCalls: (user, ids, expiresAt) => sign({ user }, 'calls', ids, expiresAt),
    signForFiles: (ids, expiresAt) => sign({}, 'files', ids, expiresAt),
    async verify(token, audience, now) {
      const one = known.get(`${audience} ${token}`)
      if (one && one.expiresAt > now.getTime()) return one.ids
      return jwtVerify<{ sid?: string }>(token, key, { algorithms: ['HS256'], currentDate: now }).then(
        ({ payload: { aud, sid, jti, exp } }) => {
          if (aud !== audience || sid === undefined || jti === undefined || exp === undefined) return null
          return keep(`${audience} ${token}`, {
            ids: { sessionId: sid, tokenId: jti },
            expiresAt: exp * 1000,
          })
        },
        () => null,
      )
    },
  }
}
