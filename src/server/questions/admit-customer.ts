import { timingSafeEqual } from 'node:crypto'
import { customerAuditContext, recordAudit } from '#server/audit/audit.ts'
import { emailKey } from '#contract/rules/email.ts'
import {
  addressLimits,
  claimAttempt,
  inAttempt,
  recordFailure,
  secondsToWait,
  type AttemptLimit,
} from '#server/platform/auth/attempts.ts'
import { secretHash } from '#server/platform/auth/tokens.ts'
import type { Seal } from '#server/platform/seal.ts'
import type { AnyoneActor, Call } from '#server/platform/work.ts'
import { findQuestion } from './find-question.ts'

const minutes = 15
/** Seconds in which the fields can be answered without the e-mail again: finding a passport may take a while. */
export const admissionSeconds = 2 * 60 * 60

const keyOf = (secret: string) => secretHash(secret).toString('base64url')

/** Wrong e-mails, limited as in tracking (product §6): per address, and per link from anywhere. */
const emailLimits = (secret: string, ip: string): AttemptLimit[] => [
  ...addressLimits(ip, { scope: 'answer address', max: 30, minutes }),
  { scope: 'answer e-mail', key: keyOf(secret), max: 10, minutes },
]

/** Answers, each of which may carry a file. */
const answerLimits = (secret: string): AttemptLimit[] => [
  { scope: 'answer', key: keyOf(secret), max: 30, minutes },
]

const digest = (email: string) => secretHash(emailKey(email))

const owners = ['order', 'traveller'] as const
export type EmailOwner = (typeof owners)[number]

const proof = (seal: Pick<Seal, 'hash'>, secret: string, until: number, owner: EmailOwner) =>
  seal.hash('admission to a question', `${keyOf(secret)} ${until} ${owner}`)

/** The admission cookie's content, valid for this link alone. */
const admissionFor = (
  { seal, now }: Pick<Call, 'seal' | 'now'>,
  secret: string,
  owner: EmailOwner,
): string => {
  const until = now.getTime() + admissionSeconds * 1000
  return `${until}.${owner}.${proof(seal, secret, until, owner).toString('base64url')}`
}

/** By whose e-mail the browser is admitted to this link's question; null if it is not admitted. */
export function admittedBy(
  { seal, now }: Pick<Call<AnyoneActor>, 'seal' | 'now'>,
  secret: string,
  admission: string | undefined,
): EmailOwner | null {
  const [until = '', by = '', mac = ''] = (admission ?? '').split('.')
  const owner = owners.find((it) => it === by)
  if (!owner || !/^\d{1,15}$/.test(until) || Number(until) <= now.getTime()) return null
  const [given, expected] = [Buffer.from(mac, 'base64url'), proof(seal, secret, Number(until), owner)]
  return given.length === expected.length && timingSafeEqual(given, expected) ? owner : null
}

/** Returns the admission cookie's content; `wait` is in seconds. */
export const admitCustomer = (
  call: Call<AnyoneActor>,
  { secret, email }: { secret: string; email: string },
): Promise<{ admission: string } | { wait: number } | 'over' | 'wrong'> =>
  inAttempt(call.db, emailLimits(secret, call.ip), async (tx) => {
    const limits = emailLimits(secret, call.ip)
    const wait = await secondsToWait(tx, limits, call.now)
    if (wait) return { wait }
    const found = await findQuestion(tx, secret, call.now)
    const own = found?.state === 'open' ? [found.row.email, found.row.traveller_email] : ['', '']
    const matches = own.map((it) => timingSafeEqual(digest(it), digest(email)))
    const owner = owners[matches.indexOf(true)]
    if (found?.state !== 'open' || !owner) {
      await recordFailure(tx, limits, call.now)
      return found?.state === 'open' ? 'wrong' : 'over'
    }
    await recordAudit(customerAuditContext({ ...call, tx }), 'order viewed', {
      order: found.row.order_id,
      page: 'question',
    })
    return { admission: admissionFor(call, secret, owner) }
  })

/** Seconds until the link may be answered again, 0 for now. */
export const claimAnswer = ({ db, now }: Call<AnyoneActor>, secret: string): Promise<number> =>
  inAttempt(db, answerLimits(secret), (tx) => claimAttempt(tx, answerLimits(secret), now))
