import * as z from 'zod/mini'
import * as contract from '#contract/session.ts'
import { reauthRequired } from '#contract/session.ts'
import { auditContext, memberAuditContext, recordAudit } from '#server/audit/audit.ts'
import { recordRefusal } from '#server/audit/refusals.ts'
import { addressKey } from '#server/platform/auth/address-key.ts'
import {
  addressLimits,
  clearAttempts,
  claimAttempt,
  inAttempt,
  type AttemptLimit,
} from '#server/platform/auth/attempts.ts'
import { requireUncommonPassword } from '#server/platform/auth/common-passwords.ts'
import { sessionExpired } from '#server/platform/auth/identify.ts'
import { hasFreshSignIn } from '#server/platform/auth/fresh-sign-in.ts'
import { hashPassword, passwordMatches } from '#server/platform/auth/passwords.ts'
import { newSecret, secretHash } from '#server/platform/auth/tokens.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { defineJob } from '#server/platform/jobs/define-job.ts'
import { refuse } from '#server/platform/refusal.ts'
import { linkSecret } from '#server/platform/mail/link-secret.ts'
import { keepsMails } from '#server/platform/mail/providers.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { AnyoneActor, Call, MemberActor, Platform, Work } from '#server/platform/work.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import { resetMail } from './reset.email.ts'
import { selectMemberByEmail } from './sessions.queries.ts'
import { endMemberSessions } from './sessions.ts'
import { clearAccountLimit } from './sign-in-limits.ts'
import { tellAccount } from './tell-account.ts'
import {
  countOpenResets,
  insertReset,
  isUsableReset,
  selectGeneratedHash,
  selectPasswordHash,
  setPasswordHash,
  claimReset,
} from './passwords.queries.ts'
import { clearSessionCookie } from './session-tokens.ts'

const minutes = 15
const refuseTooMany = (wait: number) =>
  refuse('tooMany', 'Too many attempts. Try again later.', { retryAfter: wait })

const currentPasswordLimits = (memberId: number): AttemptLimit[] => [
  { scope: 'current password', key: String(memberId), max: 10, minutes },
]

/** Refuses a wrong current password; attempts are limited across all instances. */
export async function checkCurrentPassword(call: Call, currentPassword: string): Promise<void> {
  const { db, actor, now } = call
  const limits = currentPasswordLimits(actor.id)
  const wait = await inAttempt(db, limits, (tx) => claimAttempt(tx, limits, now))
  if (wait) return refuseTooMany(wait)

  const stored = await inTransaction(db, (tx) => selectPasswordHash(tx, actor.id))
  if (!(await passwordMatches(stored, currentPassword))) {
    const message = 'The current password is not correct.'
    await recordRefusal(call, 'sign-in refused', {
      account: actor.name,
      reason: 'wrong password',
      again: true,
    })
    return refuse('invalid', message, { errors: { currentPassword: message }, event: 'sign-in refused' })
  }
  await inTransaction(db, (tx) => clearAttempts(tx, limits))
}

interface NewPassword {
  text: string
  hash: string
}

/** 400 for the password that the server generated for this member and printed; `field` is the form's. */
export async function requireOwnPassword(
  tx: Tx,
  memberId: number,
  password: string,
  field: string,
): Promise<void> {
  const message = 'This is the password that was printed. Please choose one of your own.'
  const generated = await selectGeneratedHash(tx, memberId)
  if (generated && (await passwordMatches(generated, password)))
    refuse('invalid', message, { errors: { [field]: message } })
}

/** 401 for a member who was removed meanwhile; 400 for a password that is easily guessed, or was printed. */
async function setPassword(work: Work<MemberActor | AnyoneActor>, memberId: number, password: NewPassword) {
  await requireOwnPassword(work.tx, memberId, password.text, 'newPassword')
  const account = await setPasswordHash(work.tx, memberId, password.hash)
  if (!account) return refuse('unauthenticated', sessionExpired)
  requireUncommonPassword(work.config, account, password.text, 'newPassword')
  await endMemberSessions(work, memberId)
  if (account.email) await clearAccountLimit(work.tx, account.email)
  await tellAccount(work, { ...account, emails: [account.email] }, 'password changed')
  return account
}

const forgotLimits = (email: string, ip: string): AttemptLimit[] => [
  { scope: 'forgot password account', key: `${email} ${addressKey(ip)}`, max: 5, minutes },
  ...addressLimits(ip, { scope: 'forgot password address', max: 30, minutes }),
]

const mailReset = z.object({ email: z.string() })
export const mailResetLinkJob = defineJob('mail-reset-link', mailReset)

const linkTtlMs = 60 * 60_000
/** Limits the mails to one mailbox within a link's lifetime, from any IP address. */
const maxOpenLinks = 5

/** Queues the mail for the member with this e-mail, if there is one; only a hash of the link's secret is stored. */
export async function mailResetLink(platform: Platform, { email }: z.infer<typeof mailReset>): Promise<void> {
  const now = platform.clock()
  await inTransaction(platform.db, async (tx) => {
    const member = await selectMemberByEmail(tx, email)
    if (!member?.email || (await countOpenResets(tx, member.id, now)) >= maxOpenLinks) return
    const linkId = newSecret()
    await insertReset(tx, {
      token_hash: secretHash(linkSecret(platform.seal, linkId)),
      member_id: member.id,
      expires_at: new Date(now.getTime() + linkTtlMs),
    })
    const props = { name: member.name, linkId }
    await queueMail({ ...platform, tx, now }, resetMail, props, { orderId: null, recipient: member.email })
  })
}

const refuseSpentLink = () => refuse('invalid', 'This link is no longer valid. Request a new one.')

async function setPasswordByLink(work: Work<AnyoneActor>, tokenHash: Buffer, password: NewPassword) {
  const { tx, now } = work
  const claimed = await claimReset(tx, tokenHash, now)
  if (!claimed) return refuseSpentLink()
  const account = await setPassword(work, claimed.member_id, password)
  await recordAudit(memberAuditContext(work, account), 'password reset')
}

/** 400 for a used, expired or unknown link, without saying which. */
async function checkResetLink(
  { db, now }: Pick<Call<AnyoneActor>, 'db' | 'now'>,
  token: string,
): Promise<void> {
  const isUsable = await inTransaction(db, (tx) => isUsableReset(tx, secretHash(token), now))
  if (!isUsable) refuseSpentLink()
}

const passwordUpdated = 'Password updated successfully. Sign in with your new password.'

export const passwordCalls = implement(contract, {
  /** 403 `REAUTH_REQUIRED` without the current password if the sign-in is not fresh (product §5). */
  changePassword: handle(async (call, { body: { newPassword, currentPassword }, reply }) => {
    if (currentPassword) await checkCurrentPassword(call, currentPassword)
    else if (!hasFreshSignIn(call.actor, call.now)) {
      const message = 'Please enter your current password.'
      return refuse('forbidden', message, {
        code: reauthRequired,
        errors: { currentPassword: message },
        event: null,
      })
    }

    const password = { text: newPassword, hash: await hashPassword(newPassword) }
    await inTransaction(call.db, async (tx) => {
      const work = { ...call, tx }
      await setPassword(work, call.actor.id, password)
      await recordAudit(auditContext(work), 'password changed')
    })
    clearSessionCookie(reply, call.config)
    return { message: passwordUpdated }
  }),
  /**
   * Requests a reset mail. The account is looked up by a job after the response, so that neither its text nor its time
   * reveals whether the account exists (product §5).
   */
  forgotPassword: handle(async (call, { body }) => {
    const { db, jobs, ip, now } = call
    const email = body.email.trim().toLowerCase()
    const limits = forgotLimits(email, ip)
    const wait = await inAttempt(db, limits, async (tx) => {
      const wait = await claimAttempt(tx, limits, now)
      if (wait === 0) await mailResetLinkJob.queue({ jobs, tx }, { email }, { retries: 3 })
      return wait
    })
    if (wait) refuseTooMany(wait)
    const state = keepsMails(call.config) ? 'kept here, not sent' : 'on its way'
    return { message: `If there is an account with this e-mail, a link for a new password is ${state}.` }
  }),
  checkResetLink: handle(async (call, { body }) => {
    await checkResetLink(call, body.token)
    return { message: 'The link can be used.' }
  }),
  /** By a link that is less than an hour old, once; 400 for any other link. */
  resetPassword: handle(async (call, { body: { token, newPassword } }) => {
    // Before the expensive hash, so that made-up links cannot cause load.
    await checkResetLink(call, token)
    const password = { text: newPassword, hash: await hashPassword(newPassword) }
    await inTransaction(call.db, (tx) => setPasswordByLink({ ...call, tx }, secretHash(token), password))
    return { message: passwordUpdated }
  }),
})
