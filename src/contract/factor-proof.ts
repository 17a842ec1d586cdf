import * as z from 'zod/mini'
import { textLimits } from './common-schemas.ts'

/** The codes of refusals (product §5, Second factor). */
export const secondFactorRequired = 'SECOND_FACTOR_REQUIRED'
export const enrolmentRequired = 'SECOND_FACTOR_ENROLMENT_REQUIRED'

/** Longer than what any authenticator sends, attestations with chains of certificates included. */
const maxCredentialText = 16_000
export const encoded = z.string().check(z.maxLength(maxCredentialText))
export const short = z.string().check(z.maxLength(textLimits.line))

/** What every answer of a passkey has. */
export const credential = {
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  /** We ask for no extension: whatever is sent here is dropped. */
  clientExtensionResults: z.object({}),
}

/** What a browser answers to options for signing in, as JSON (WebAuthn level 3). */
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
/** Of the authenticator app, or a recovery code; blanks and hyphens do not count. */
export const factorCode = z
  .string(missingCode)
  .check(z.minLength(1, missingCode), z.maxLength(textLimits.line, 'This code is not valid.'))

/** One of the two proves a second factor. */
export const factorProof = { code: z.optional(factorCode), passkey: z.optional(passkeyProof) }
