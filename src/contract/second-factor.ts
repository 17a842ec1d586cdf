import * as z from 'zod/mini'
import { credential, encoded, short, factorCode } from './factor-proof.ts'
import { endpoint } from './endpoint.ts'
import { rowId } from './common-schemas.ts'
import { roles } from './rules/roles.ts'

/** A browser's answer to options for a new passkey. */
const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.optional(z.array(short).check(z.maxLength(10))),
  }),
})
export type NewPasskey = z.infer<typeof newPasskey>

/** WebAuthn's options as JSON, which the browser takes as they are. */
const passkeyOptions = z.record(z.string(), z.unknown())

/** The second factors that a member can use; also `data` of the refusal `SECOND_FACTOR_REQUIRED`. */
export const factorOffer = z.object({
  /** A code of the authenticator app or a recovery code. */
  code: z.boolean(),
  passkey: z.nullable(passkeyOptions),
})
export type FactorOffer = z.infer<typeof factorOffer>

export const offerFactors = endpoint({
  method: 'POST',
  path: '/admin/second-factor/offer',
  summary:
    'What this member can confirm their sign-in by besides the password; a passkey’s challenge is good once',
  allow: 'workOrders',
  openBeforeEnrolment: true,
  reply: z.object({ data: factorOffer }),
})

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof passkey>

const factors = z.object({
  /** Time of its confirmation; null without an authenticator app. */
  totp: z.nullable(z.string()),
  passkeys: z.array(passkey),
  recovery_codes_left: z.number(),
  /** Reason why passkeys do not work with this server's address; null if they do. */
  passkeys_unavailable: z.nullable(z.string()),
})
export type Factors = z.infer<typeof factors>

export const readFactors = endpoint({
  method: 'GET',
  path: '/admin/second-factor',
  summary: 'The own second factors',
  allow: 'workOrders',
  openBeforeEnrolment: true,
  reply: z.object({ data: factors }),
})

const enrolment = { allow: 'workOrders', needsFreshSignIn: true, openBeforeEnrolment: true } as const
/** Shown once; each replaces one code. Empty if the member has some already. */
const recoveryCodes = z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) })

export const beginTotp = endpoint({
  ...enrolment,
  method: 'POST',
  path: '/admin/second-factor/totp',
  summary: 'A new secret for an authenticator app; it counts once a code of it is confirmed',
  reply: z.object({
    data: z.object({
      /** Base32, as apps take it by hand. */
      secret: z.string(),
      url: z.string(),
      /** The url as a QR code: modules along a side, and the dark ones as an SVG path. */
      qr: z.nullable(z.object({ size: z.number(), path: z.string() })),
    }),
  }),
})

export const confirmTotp = endpoint({
  ...enrolment,
  method: 'POST',
  path: '/admin/second-factor/confirm-totp',
  summary: 'Confirm the authenticator app by one of its codes',
  body: z.strictObject({ code: factorCode }),
  reply: recoveryCodes,
})

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/admin/second-factor/totp',
  summary: 'Remove the own authenticator app',
  allow: 'workOrders',
  needsFreshSignIn: true,
})

export const beginPasskey = endpoint({
  ...enrolment,
  method: 'POST',
  path: '/admin/second-factor/passkey-options',
  summary: 'Options for a new passkey; their challenge is good once, for five minutes',
  reply: z.object({ data: passkeyOptions }),
})

export const addPasskey = endpoint({
  ...enrolment,
  method: 'POST',
  path: '/admin/second-factor/passkeys',
  summary: 'Add a passkey',
  body: z.strictObject({
    name: z
      .string('Please enter a name.')
      .check(
        z.maxLength(100, 'Please enter at most 100 characters.'),
        z.trim(),
        z.minLength(1, 'Please enter a name.'),
      ),
    credential: newPasskey,
  }),
  reply: recoveryCodes,
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/admin/second-factor/passkeys/:id',
  summary: 'Remove an own passkey',
  allow: 'workOrders',
  needsFreshSignIn: true,
  params: z.object({ id: z.string().check(z.maxLength(2000)) }),
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/admin/second-factor/recovery-codes',
  summary: 'Ten new recovery codes; the old ones end',
  allow: 'workOrders',
  needsFreshSignIn: true,
  reply: recoveryCodes,
})

const factorRoles = z.object({ roles: z.array(z.enum(roles)) })

export const readFactorRoles = endpoint({
  method: 'GET',
  path: '/admin/second-factor-roles',
  summary: 'The roles that must have a second factor',
  allow: 'manageSecondFactors',
  reply: z.object({ data: factorRoles }),
})

export const setFactorRoles = endpoint({
  method: 'PUT',
  path: '/admin/second-factor-roles',
  summary:
    'Say which roles must have a second factor; who has none is led to set one up before anything else',
  allow: 'manageSecondFactors',
  needsFreshSignIn: true,
  body: z.strictObject({ roles: z.array(z.enum(roles)).check(z.maxLength(roles.length)) }),
  reply: z.object({ data: factorRoles }),
})

export const resetFactors = endpoint({
  method: 'DELETE',
  path: '/admin/member-second-factor/:memberId',
  summary: 'Remove every second factor of a member who lost it; their sessions end and they are told by mail',
  allow: 'manageSecondFactors',
  needsFreshSignIn: true,
  params: z.object({ memberId: rowId }),
})
