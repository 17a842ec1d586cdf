import { sql, type Selectable } from 'kysely'
import type { MailProvider } from '#contract/messages.ts'
import type { Body } from '#contract/endpoint.ts'
import * as contract from '#contract/mail-problems.ts'
import { problemDays } from '#contract/mail-problems.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import {
  failedMails,
  mailProblemStates,
  parseMailProblemStates,
  type FailedMail,
  type MailProblemState,
} from '#contract/rules/list-filters.ts'
import { can } from '#contract/rules/roles.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { recordEvent } from '#server/orders/events.ts'
import { requireOrder } from '#server/orders/orders.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { pageOf, countRows, type Page } from '#server/platform/db/page.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { isWaiting, mailCause } from '#server/platform/mail/mail-cause.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, read, write } from '#server/platform/http/implement.ts'

const dayMs = 24 * 3_600_000

const firstDay = (now: Date) => new Date(now.getTime() - problemDays * dayMs)

const shownTo = ({ actor, now }: Work, states: readonly MailProblemState[]): Shown => ({
  since: firstDay(now),
  seesRestricted: can(actor.role, 'seeRestrictedOrders'),
  states,
})

export const countMailProblems = (work: Work, states: readonly FailedMail[]): Promise<number> =>
  countProblems(work.tx, shownTo(work, states))

/** By state, regardless of who may see them; a state without any is absent. */
export const countProblemsByState = (db: Db, now: Date): Promise<{ state: FailedMail; count: number }[]> =>
  countProblemStates(db, { since: firstDay(now), seesRestricted: true, states: failedMails })

/** 404 for a mail of another order, 409 if the mail was delivered since or a newer one replaces it. */
async function settleMailProblem(
  work: Work,
  { orderId, mailId, settled }: Body<typeof contract.settleMailProblem>,
): Promise<void> {
  await requireOrder(work.tx, orderId)
  const mail = await lockMail(work.tx, orderId, mailId)
  if (!mail) return refuse('notFound', `Order ${orderId} has no such mail.`)
  if (mail.is_waiting) return refuse('conflict', 'This mail is still tried.')
  if (mail.has_newer || !isOneOf<MailProblemState>(failedMails, mail.problem))
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
  listMailProblems: read(async (work, { query: { page = 1, limit = 10, state } }) => {
    const states = (state === undefined ? null : parseMailProblemStates(state)) ?? mailProblemStates
    const shown = shownTo(work, states)
    const [rows, causes] = await Promise.all([
      selectProblems(work.tx, shown, pageOf(page, limit)),
      countCauses(work.tx, shown),
    ])
    const data = rows.map((row) => ({
      order_id: row.order_id,
      mail_id: row.id,
      kind: row.kind,
      state: row.state,
      doubted: row.doubted_at !== null && row.state === 'unknown',
      error: row.error,
      provider: row.provider,
      to: row.recipient,
      at: wireInstant(row.doubted_at ?? row.state_at ?? row.created_at),
      email: row.email,
      name: row.full_name || null,
      process_status: row.process_status,
      assign_to: row.assign_to,
    }))
    return { data, count: causes.reduce((sum, { count }) => sum + count, 0), causes }
  }),
  settleMailProblem: write(async (work, { body }) => {
    await settleMailProblem(work, body)
    return { message: body.settled ? 'The mail needs nothing more.' : 'The mail is a problem again.' }
  }),
})

/** The predicates of the partial indexes. */
const isProblem = sql<boolean>`(m.state in ('bounced', 'failed', 'unknown') or m.doubted_at is not null) and m.kind <> 'link'
  and m.order_id is not null and m.settled_at is null`

const hasNewerMail = sql<boolean>`exists (select from mails n where n.order_id = m.order_id and n.kind = m.kind
  and n.state <> 'cancelled' and n.created_at > m.created_at)`

interface Shown {
  since: Date
  seesRestricted: boolean
  states: readonly MailProblemState[]
  /** Those of one cause. */
  of?: Cause
}

export type Cause = Pick<contract.MailProblemCause, 'provider' | 'state' | 'cause'>

/** A mail of which a notice says that it may have bounced counts as one whose delivery is unknown. */
const problemState = sql<MailProblemState>`case when m.state in ('queued', 'sending') then 'waiting'
  when m.state in ('sent', 'delivered') and m.doubted_at is not null then 'unknown' else m.state end`

/** Problems that wait for a member: the newest mail of each order and kind. */
const openProblems = (db: Db, { since, seesRestricted, states, of }: Shown) =>
  db
    .selectFrom(
      // Each branch has its own partial index.
      sql<Selectable<Tables['mails']>>`(
        select m.* from mails m where ${isProblem}
        union all
        select m.* from mails m where ${isWaiting} and m.kind <> 'link' and m.order_id is not null
      )`.as('m'),
    )
    .innerJoin('orders as o', 'o.order_id', 'm.order_id')
    .where('m.created_at', '>=', since)
    .where(problemState, 'in', states)
    .where(sql<boolean>`not ${hasNewerMail}`)
    .$if(!seesRestricted, (query) => query.where('o.restricted_at', 'is', null))
    .$if(of !== undefined, (query) =>
      query.where('m.provider', '=', of?.provider ?? '').where(mailCause, '=', of?.cause ?? ''),
    )

const selectProblems = (tx: Tx, shown: Shown, { limit, offset }: Page) =>
  openProblems(tx, shown)
    .leftJoin('members as a', 'a.id', 'o.assignee_id')
    .select([
      'm.id',
      'm.kind',
      problemState.as('state'),
      'm.error',
      'm.provider',
      'm.recipient',
      'm.created_at',
      'm.state_at',
      'm.doubted_at',
    ])
    .select(['o.order_id', 'o.email', 'o.full_name', 'o.process_status', 'a.name as assign_to'])
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id')
    .limit(limit)
    .offset(offset)
    .execute()

const countProblems = (tx: Tx, shown: Shown) => countRows(tx, openProblems(tx, shown).select('m.id'))

const countCauses = (tx: Tx, shown: Shown) =>
  openProblems(tx, shown)
    .select((mail) => [
      sql<MailProvider>`m.provider`.as('provider'),
      problemState.as('state'),
      mailCause.as('cause'),
      mail.fn.countAll<number>().as('count'),
    ])
    .groupBy(['m.provider', problemState, mailCause])
    .orderBy('count', 'desc')
    .orderBy('cause')
    .execute()

/** Mails of a cause behind `after`, or those of `among` that are still open. */
export const selectMailsOfCause = (
  work: Work,
  of: Cause,
  { after, among, limit }: { after?: string | undefined; among?: readonly string[]; limit: number },
) =>
  openProblems(work.tx, { ...shownTo(work, [of.state]), of })
    .select(['m.id', 'o.order_id', 'm.recipient', 'm.to_order'])
    .$if(after !== undefined, (query) => query.where('m.id', '>', after ?? ''))
    .$if(among !== undefined, (query) => query.where('m.id', 'in', [...(among ?? [])]))
    .orderBy('m.id')
    .limit(limit)
    .execute()

const countProblemStates = (db: Db, shown: Shown) =>
  openProblems(db, shown)
    .select([problemState.as('state'), ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(problemState)
    .$narrowType<{ state: FailedMail }>()
    .execute()

/** Locked, so that of two concurrent calls one settles the mail. */
const lockMail = (tx: Tx, orderId: number, mailId: string) =>
  tx
    .selectFrom('mails as m')
    .select([
      'm.id',
      'm.kind',
      'm.settled_at',
      problemState.as('problem'),
      hasNewerMail.as('has_newer'),
      isWaiting.as('is_waiting'),
    ])
    .where('m.id', '=', mailId)
    .where('m.order_id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()

interface Settlement {
  /** Null reopens the problem. */
  settled_at: Date | null
  settled_by: number | null
}

const settleMail = (tx: Tx, mailId: string, settlement: Settlement) =>
  tx.updateTable('mails').set(settlement).where('id', '=', mailId).execute()
