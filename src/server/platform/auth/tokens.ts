import { createHash, randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Role } from '#contract/rules/roles.ts'
import type { ServerKey } from '../server-keys.ts'

/** An unguessable text for links, cookies and undo: 256 bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The hash that is stored instead of the secret. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()

interface TokenUser {
  id: number
  name: string
  type: Role
}

/** Which session a token is of, and which of that session's tokens it is; both UUIDs. */
export interface TokenIds {
  sessionId: string
  tokenId: string
}

/** What a token is for: calls, by the header, or GETs of files, by the cookie. Neither is taken for the other. */
type Audience = 'calls' | 'files'

/** The tokens of sessions. The session's row decides; those for calls and for files end together, by their common id. */
export interface Tokens {
  /** The payload carries `user: {id, name, type}` (product §5). */
  signForCalls(user: TokenUser, ids: TokenIds, expiresAt: Date): Promise<string>
  /** The value of the cookie, which no answer's body holds. */
  signForFiles(ids: TokenIds, expiresAt: Date): Promise<string>
  /** Null for a token that is not ours, is for something else, or has expired at `now`. */
  verify(token: string, audience: Audience, now: Date): Promise<TokenIds | null>
}

/** Tokens of members at work: each is verified once. */
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
