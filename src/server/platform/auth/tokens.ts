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

export const createTokens = ({ id, key }: ServerKey): Tokens => ({
  sign: (user, sessionId, expiresAt) =>
    new SignJWT({ user })
      .setProtectedHeader({ alg: 'HS256', kid: id })
      .setJti(sessionId)
      .setExpirationTime(expiresAt)
      .sign(key),
  verify: (token, now) =>
    jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now }).then(
      ({ payload }) => payload.jti ?? null,
      () => null,
    ),
})
