import { TOTP } from 'otpauth'
import { createAuthenticator } from '../../test/support/authenticator.ts'

/** Of the server's PUBLIC_URL; browsers allow passkeys there without https. */
export const fuzzOrigin = 'http://localhost'
const rpId = 'localhost'

const stepMs = 30_000

interface FactorData {
  secret?: string
  recoveryCodes?: string[]
  challenge?: string
  passkey?: { challenge: string } | null
}

/** The second factors of a caller, from what the server answered. */
export interface SecondFactor {
  /** What proves or enrols a factor, by the name of the request's field. */
  valueOf(field: string): unknown
  /** `call`: method and path of the call that was answered. */
  learn(call: string, data: FactorData): void
}

export function createSecondFactor(): SecondFactor {
  let secret: string | null = null
  let lastStep = 0
  let recoveryCodes: string[] = []
  let enrolling: { challenge: string; authenticator: ReturnType<typeof createAuthenticator> } | null = null
  let passkey: ReturnType<typeof createAuthenticator> | null = null
  let passkeyId: string | undefined
  let proofChallenge: string | null = null
  let proofs = 0

  /** Each time step's code is good once; a recovery code needs no wait. */
  const nextCode = () => {
    proofs += 1
    if (proofs % 2 === 0 && recoveryCodes.length > 0) return recoveryCodes.pop()
    if (secret === null) return undefined
    lastStep = Math.max(lastStep + 1, Math.floor(Date.now() / stepMs))
    return new TOTP({ secret }).generate({ timestamp: lastStep * stepMs })
  }
  const register = () => {
    if (!enrolling) return undefined
    const { challenge, authenticator } = enrolling
    const credential = authenticator.register({ challenge, origin: fuzzOrigin, rpId })
    passkeyId = credential.id
    return credential
  }
  const values: Record<string, () => unknown> = {
    code: nextCode,
    credential: register,
    passkey: () =>
      passkey && proofChallenge !== null
        ? passkey.prove({ challenge: proofChallenge, origin: fuzzOrigin, rpId }, (proofs += 1))
        : undefined,
    passkeyId: () => passkeyId,
  }
  const keepCodes = ({ recoveryCodes: codes = [] }: FactorData) => {
    if (codes.length > 0) recoveryCodes = [...codes]
  }
  const keepChallenge = ({ passkey: offer }: FactorData) => {
    proofChallenge = offer?.challenge ?? proofChallenge
  }
  const lessons: Record<string, (data: FactorData) => void> = {
    'post /admin/second-factor/totp': (data) => {
      secret = data.secret ?? secret
      lastStep = 0
    },
    'post /admin/second-factor/confirm-totp': keepCodes,
    'post /admin/second-factor/recovery-codes': keepCodes,
    'delete /admin/second-factor/totp': () => {
      secret = null
    },
    'post /admin/second-factor/passkey-options': ({ challenge = '' }) => {
      enrolling = { challenge, authenticator: createAuthenticator() }
    },
    'post /admin/second-factor/passkeys': (data) => {
      keepCodes(data)
      passkey = enrolling?.authenticator ?? passkey
    },
    'post /admin/second-factor/offer': keepChallenge,
    'post /admin/admin-login': keepChallenge,
  }
  return {
    valueOf: (field) => values[field]?.(),
    learn: (call, data) => lessons[call]?.(data),
  }
}
