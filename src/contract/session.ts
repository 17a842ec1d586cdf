import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { roles } from './rules/roles.ts'
import { emailAddress, textLimits } from './common-schemas.ts'
import { factorProof } from './factor-proof.ts'

export const member = z.object({ id: z.number(), name: z.string(), email: z.string(), type: z.enum(roles) })
export type Member = z.infer<typeof member>

const email = emailAddress('Email Address is required', 'Invalid email address')

/** Spec §9. */
const minPasswordLength = 6
const maxPasswordLength = 1000

/** A new password; white space counts as characters. `missing` is the message for an empty one. */
export const newPassword = (missing: string) =>
  z
    .string(missing)
    .check(
      z.minLength(1, missing),
      z.minLength(minPasswordLength, `New Password must be at least ${minPasswordLength} characters.`),
      z.maxLength(maxPasswordLength, `New Password must be at most ${maxPasswordLength} characters.`),
    )

/** The messages are the specification's (spec §5, Login). */
export const signIn = endpoint({
  method: 'POST',
  path: '/admin/admin-login',
  summary: 'Sign in with e-mail and password',
  allow: 'anyone',
  body: z.strictObject({
    email,
    password: z
      .string('Password is required')
      .check(z.minLength(1, 'Password is required'), z.maxLength(maxPasswordLength)),
    rememberMe: z.optional(z.boolean()),
    ...factorProof,
  }),
  reply: z.object({
    jwtToken: z.string(),
    data: member,
    /** A second factor has to be set up before anything else. */
    mustEnrol: z.optional(z.literal(true)),
  }),
})

/** '' is no key. */
export const ownKey = z
  .string('A key is one sign, or two with a blank between.')
  .check(
    z.maxLength(10, 'A key is one sign, or two with a blank between.'),
    z.regex(/^$|^[^\s\p{C}]( [^\s\p{C}])?$/u, 'A key is one sign, or two with a blank between.'),
  )

/** How a member uses the keys of the desk (WCAG 2.1.4); those with Ctrl always work. */
export const keySettings = z.strictObject({
  areOn: z.boolean('areOn is true or false.'),
  /** By the web's name of the action. */
  own: z
    .record(z.string().check(z.maxLength(textLimits.line)), ownKey, 'Keys are not valid.')
    .check(z.refine((own) => Object.keys(own).length <= 100, 'At most 100 keys.')),
})
export type KeySettings = z.infer<typeof keySettings>

export const saveKeySettings = endpoint({
  method: 'PUT',
  path: '/admin/key-settings',
  summary: 'Switch the keys of the desk off for oneself, or give them others',
  allow: 'workOrders',
  body: keySettings,
})

export const userInfo = endpoint({
  method: 'GET',
  path: '/user_info',
  summary: 'The member of this session',
  allow: 'workOrders',
  readsReplica: 'whileAway',
  openBeforeEnrolment: true,
  reply: z.object({
    data: member,
    /** Expiry of a password that the server made and printed; absent for any other. */
    passwordExpiresAt: z.optional(z.string()),
    /** Absent until the member saved some. */
    keys: z.optional(keySettings),
  }),
})

export const signOut = endpoint({
  method: 'POST',
  path: '/admin/logout',
  summary: 'End this session',
  allow: 'workOrders',
  openBeforeEnrolment: true,
})

const newPasswordField = newPassword('Please enter your New Password.')

/** If the sign-in is older than `freshSignInMinutes`, a request without `currentPassword` is refused with `reauthRequired`. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/admin/change-password',
  summary: 'Change the own password; every session of the member ends',
  allow: 'changePassword',
  body: z.strictObject({
    newPassword: newPasswordField,
    currentPassword: z.optional(z.string().check(z.maxLength(maxPasswordLength))),
  }),
})

/** Product §5, Change password. */
export const freshSignInMinutes = 15
export const reauthRequired = 'REAUTH_REQUIRED'

const missingPassword = 'Please enter your password.'

/** For the calls with `needsFreshSignIn`. The session gets another token; the old one ends. */
export const reauthenticate = endpoint({
  method: 'POST',
  path: '/admin/reauthenticate',
  summary: 'Confirm the sign-in of this session anew, by the password or a second factor',
  allow: 'workOrders',
  openBeforeEnrolment: true,
  body: z
    .strictObject({
      currentPassword: z.optional(
        z.string().check(z.minLength(1, missingPassword), z.maxLength(maxPasswordLength)),
      ),
      ...factorProof,
    })
    .check(
      z.refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
        path: ['currentPassword'],
        message: missingPassword,
      }),
    ),
  reply: z.object({ jwtToken: z.string() }),
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/admin/forgot-password',
  summary: 'Mail a link for a new password; the answer is the same for every address',
  allow: 'anyone',
  body: z.strictObject({ email }),
})

const resetToken = z
  .string('The link is not valid.')
  .check(z.maxLength(textLimits.line, 'The link is not valid.'))

export const checkResetLink = endpoint({
  method: 'POST',
  path: '/admin/check-reset-link',
  summary: 'Whether the link of a mail for a new password can still be used; 400 if not',
  allow: 'anyone',
  body: z.strictObject({ token: resetToken }),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/admin/reset-password',
  summary: 'Set a new password by the link of a mail, once',
  allow: 'anyone',
  body: z.strictObject({ token: resetToken, newPassword: newPasswordField }),
})

export const session = z.object({
  id: z.string(),
  /** Empty if the device did not send it. */
  browser: z.string(),
  os: z.string(),
  ip: z.string(),
  created_at: z.string(),
  /** Accurate to the minute. */
  last_seen_at: z.string(),
  /** The session of this request. */
  is_current: z.boolean(),
})
export type Session = z.infer<typeof session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/admin/sessions',
  summary: 'The own sessions that are open, the latest seen first',
  allow: 'workOrders',
  reply: z.object({ data: z.array(session) }),
})

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/admin/sessions/:id',
  summary: 'End one of the own sessions',
  allow: 'workOrders',
  needsFreshSignIn: true,
  params: z.object({ id: z.uuid('Session is not valid.') }),
})
