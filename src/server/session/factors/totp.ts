import { Secret, TOTP } from 'otpauth'

const period = 30
/** Steps before and after the present one whose codes are accepted: clocks differ, and typing takes time. */
const window = 1
const secretBytes = 20

export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

const totpOf = (secret: string, account?: { issuer: string; label: string }) =>
  new TOTP({ ...account, secret, algorithm: 'SHA1', digits: 6, period })

/** The address that an authenticator app reads from a QR code. */
export const totpUrl = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, { issuer, label }).toString()

/** The time step of this code; null if it fits no accepted step. */
export function matchingStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window })
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta
}
