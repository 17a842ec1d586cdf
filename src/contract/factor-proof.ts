import * as z from 'zod/mini'
import { textLimits } from './common-schemas.ts'

/** The codes of refusals (product §5, Second factor). */
export const secondFactorRequired = 'SECOND_FACTOR_REQUIRED'
export const enrolmentRequired = 'SECOND_FACTOR_ENROLMENT_REQUIRED'

/** Longer than any authenticator's answer, attestations with certificate chains included. */
const maxCredentialText = 16_000
export const encoded = z.string().check(z.maxLength(maxCredentialText))
export const short = z.string().check(z.maxLength(textLimits.line))

/** Fields of every passkey answer. */
export const credential = {
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  /** No extension is requested; results are dropped. */
  clientExtensionResults: z.object({}),
}

/** A browser's answer to sign-in options, as JSON (WebAuthn level 3). */
export const passkeyProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: z.optional(encoded),
  }),
})
export type PasskeyProof = z.infer<typeof passkeyProof>

const missingCode = 'Please enter the code.'
/** A code of the authenticator app, or a recovery code; blanks and hyphens are ignored. */
export const factorCode = z
  .string(missingCode)
  .check(z.minLength(1, missingCode), z.maxLength(textLimits.line, 'This code is not valid.'))

/** One of the two proves a second factor. */
export const factorProof = { code: z.optional(factorCode), passkey: z.optional(passkeyProof) }
