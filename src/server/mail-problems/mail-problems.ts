import type { Body } from '#contract/endpoint.ts'
import { problemDays } from '#contract/mail-problems.ts'
import * as contract from '#contract/mail-problems.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import { failedMails, parseFailedMails, type FailedMail } from '#contract/rules/list-filters.ts'
import { can } from '#contract/rules/roles.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { recordEvent } from '#server/orders/events.ts'
import { requireOrder } from '#server/orders/orders.ts'
import type { Db } from '#server/platform/db/database.ts'
import { pageOf } from '#server/platform/db/page.ts'
import type { MailState } from '#server/platform/db/tables.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, read, write } from '#server/platform/http/implement.ts'
import {
  countProblems,
  countProblemStates,
  lockMail,
  selectProblems,
  settleMail,
} from './mail-problems.queries.ts'

const dayMs = 24 * 3_600_000

const firstDay = (now: Date) => new Date(now.getTime() - problemDays * dayMs)

/** Those of these states that the caller sees. */
const shownTo = ({ actor, now }: Work, states: readonly FailedMail[]) => ({
  since: firstDay(now),
  seesRestricted: can(actor.role, 'seeRestrictedOrders'),
  states,
})

/** How many mails of these states wait for a member: the total of their list. */
export const countMailProblems = (work: Work, states: readonly FailedMail[]): Promise<number> =>
  countProblems(work.tx, shownTo(work, states))

/** How many mails wait for a member, by state, whoever sees them; a state without any is absent. */
export const countProblemsByState = (db: Db, now: Date): Promise<{ state: FailedMail; count: number }[]> =>
  countProblemStates(db, { since: firstDay(now), seesRestricted: true, states: failedMails })

/**
 * Takes a mail off the list, or puts it back; 404 for one of another order, 409 for one that was delivered since,
 * or that a newer mail has taken the place of.
 */
async function settleMailProblem(
  work: Work,
  { orderId, mailId, settled }: Body<typeof contract.settleMailProblem>,
): Promise<void> {
  await requireOrder(work.tx, orderId)
  const mail = await lockMail(work.tx, orderId, mailId)
  if (!mail) return refuse('notFound', `Order ${orderId} has no such mail.`)
  if (mail.has_newer || !isOneOf<MailState>(failedMails, mail.state))
    return refuse('conflict', 'This mail is no problem any more.')
  if ((mail.settled_at !== null) === settled) return
  await settleMail(work.tx, mailId, {
    settled_at: settled ? work.now : null,
    settled_by: settled ? work.actor.id : null,
  })
  await recordEvent(work, {
    orderId,
    action: settled ? 'mail problem settled' : 'mail problem opened again',
    details: { kind: mail.kind },
  })
}

export const mailProblemCalls = implement(contract, {
  /** One page of the mails that wait for a member, of all orders, the newest first. */
  listMailProblems: read(async (work, { query: { page = 1, limit = 10, state } }) => {
    const states = (state === undefined ? null : parseFailedMails(state)) ?? failedMails
    const shown = shownTo(work, states)
    const rows = await selectProblems(work.tx, shown, pageOf(page, limit))
    const data = rows.map((row) => ({
      order_id: row.order_id,
      mail_id: row.id,
      kind: row.kind,
      state: row.state,
      error: row.error,
      provider: row.provider,
      to: row.recipient,
      at: wireInstant(row.state_at ?? row.created_at),
      email: row.email,
      name: row.full_name || null,
      process_status: row.process_status,
      assign_to: row.assign_to,
    }))
    return { data, count: await countMailProblems(work, states) }
  }),
  settleMailProblem: write(async (work, { body }) => {
    await settleMailProblem(work, body)
    return { message: body.settled ? 'The mail needs nothing more.' : 'The mail is a problem again.' }
  }),
})
