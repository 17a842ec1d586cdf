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

/** Session tokens: the payload carries `user: {id, name, type}` (product §5); the session's row decides. */
export interface Tokens {
  sign(user: TokenUser, sessionId: string, expiresAt: Date): Promise<string>
  /** The session's id, or null for a token that is not ours or has expired at `now`. */
  verify(token: string, now: Date): Promise<string | null>
}

/** Tokens of members at work; each is verified once. */
const maxVerified = 2000

export function createTokens({ id, key }: ServerKey): Tokens {
  const verified = new Map<string, { sessionId: string; expiresAt: number }>()

  async function verifySignature(token: string, now: Date): Promise<string | null> {
    const payload = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now }).then(
      (result) => result.payload,
      () => null,
    )
    if (!payload?.jti || payload.exp === undefined) return null
    const [oldest] = verified.keys()
    if (verified.size >= maxVerified && oldest !== undefined) verified.delete(oldest)
    verified.set(token, { sessionId: payload.jti, expiresAt: payload.exp * 1000 })
    return payload.jti
  }

  return {
    sign: (user, sessionId, expiresAt) =>
      new SignJWT({ user })
        .setProtectedHeader({ alg: 'HS256', kid: id })
        .setJti(sessionId)
        .setExpirationTime(expiresAt)
        .sign(key),
    async verify(token, now) {
      const known = verified.get(token)
      if (!known) return verifySignature(token, now)
      return known.expiresAt > now.getTime() ? known.sessionId : null
    },
  }
}
