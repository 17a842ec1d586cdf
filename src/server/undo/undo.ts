import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import * as contract from '#contract/moves.ts'
import { outgoingSeconds, type OutgoingMail } from '#contract/moves.ts'
import { openDisputeActs, takeBackDisputes } from '#server/disputes/undo-disputes.ts'
import { undoUploads } from '#server/documents/undo-upload.ts'
import { bulkResult, type BulkResult } from '#server/orders/bulk-result.ts'
import {
  claimEventsToUndo,
  type ActToUndo,
  eventsOfCall,
  lockEvents,
  requireRestorableEvent,
  revertEvents,
} from '#server/orders/undo.ts'
import { takeBackResends } from '#server/resend/resend.ts'
import { reopenProposals } from '#server/proposals/proposals.ts'
import { takeBackMails, selectMailStates, type MailTakenBack } from '#server/platform/mail/mail-rows.ts'
import { cancelQuestions } from '#server/questions/cancel-questions.ts'
import { reopenRequests } from '#server/requests/settle-request.ts'
import type { Work, Call } from '#server/platform/work.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { handle, implement, read } from '#server/platform/http/implement.ts'

interface TakenBack {
  result: BulkResult
  mails: MailTakenBack[]
}

/** ms between two polls for a mail that is being sent, and until the reply says that it still is. */
const pollMs = 100
const waitMs = 8000

/** Waits a short time for mails that are being sent, to report their result. */
async function untilTried({ db }: Call, mails: readonly MailTakenBack[]): Promise<MailTakenBack[]> {
  const trying = mails.filter(({ state }) => state === 'sending').map(({ id }) => id)
  let states = new Map<string, MailTakenBack['state']>()
  for (let waited = 0; trying.length > 0 && waited <= waitMs; waited += pollMs) {
    states = await selectMailStates(db, trying)
    if (![...states.values()].includes('sending')) break
    await pause(pollMs)
  }
  return mails.map((mail) => ({ ...mail, state: states.get(mail.id) ?? mail.state }))
}

const idsOf = (mails: readonly MailTakenBack[]) => [...new Set(mails.flatMap(({ orderId }) => orderId ?? []))]

const staying: ReadonlySet<string> = new Set(['queued', 'kept', 'cancelled', 'failed', 'bounced'])
const uncertain: ReadonlySet<string> = new Set(['sending', 'unknown'])

/** The reply to an undo or a restore, with the state of the mails (product §7). */
async function answerTakenBack(call: Call, message: string, { result, mails }: TakenBack) {
  const tried = await untilTried(call, mails)
  const mailed = idsOf(tried.filter(({ state }) => !staying.has(state) && !uncertain.has(state)))
  const mayBeMailed = idsOf(tried.filter(({ state }) => uncertain.has(state)))
  const notes = [
    ...(mailed.length > 0 ? ['The mail has left.'] : []),
    ...(mayBeMailed.length > 0 ? ['Whether the mail has left is not known yet.'] : []),
  ]
  return { message: [message, ...notes].join(' '), data: { ...result, mailed, mayBeMailed } }
}

const isAmong =
  (skipped: readonly { orderId: number }[]) =>
  ({ order_id: orderId }: { order_id: number }): boolean =>
    skipped.some((skip) => skip.orderId === orderId)

/**
 * One transaction per order (product §3, §12). Orders that changed meanwhile are skipped and reported; 409 if nothing
 * could be undone.
 */
async function takeBack(
  work: Work,
  eventIds: readonly number[],
  action: 'undone' | 'restored',
): Promise<TakenBack> {
  const { events: found, skips } = await lockEvents(work, eventIds)
  const { acts, skipped: disputed } = await openDisputeActs(work, found)
  const isDisputed = isAmong(disputed)
  const events = found.filter((event) => !isDisputed(event))
  const openIds = events.map(({ id }) => id)
  const uploads = await undoUploads(work, openIds)
  await reopenProposals(work, openIds, uploads.updated)
  const resends = await takeBackResends(work, events)
  const states = await revertEvents(work, events, action)
  const isSkipped = isAmong([...disputed, ...states.skipped])
  const left = events.filter((event) => !isSkipped(event))
  const disputes = {
    updated: await takeBackDisputes(
      work,
      acts.filter(({ event }) => !isSkipped(event)),
      left,
    ),
    skipped: disputed,
  }
  const requests = {
    updated: await reopenRequests(
      work,
      left.map(({ id }) => id),
    ),
    skipped: [],
  }
  const parts = [uploads, resends, states, disputes, requests]
  const updated = [...new Set(parts.flatMap((part) => part.updated))]
  const skipped = [...skips, ...parts.flatMap((part) => part.skipped)]
  const result = bulkResult(
    updated,
    skipped.map((skip) => ({ kind: 'conflict', ...skip })),
    null,
  )
  const revertedIds = events.filter((event) => updated.includes(event.order_id)).map(({ id }) => id)
  await cancelQuestions(work, revertedIds)
  return { result, mails: await takeBackMails(work.tx, revertedIds, work.now) }
}

async function undoAct(call: Call, act: ActToUndo) {
  const takenBack = await inTransaction(call.db, async (tx) => {
    const work = { ...call, tx }
    return takeBack(work, await claimEventsToUndo(work, act), 'undone')
  })
  return answerTakenBack(call, 'Undone.', takenBack)
}

export const undoCalls = implement(contract, {
  /** 409 if the act was undone, or is older than ten minutes. */
  undo: handle((call, { body }) => undoAct(call, { token: body.undo })),
  undoMail: handle((call, { body }) => undoAct(call, body)),
  listOutgoing: read(async (work) => ({ data: await selectOutgoing(work) })),
  /**
   * Undoes the last event of an order, without time limit: for Admin, Manager and the member who did it (product §3).
   */
  restoreOrder: handle(async (call, { body }) => {
    const takenBack = await inTransaction(call.db, async (tx) => {
      const work = { ...call, tx }
      const event = await requireRestorableEvent(work, body.orderId, body.eventId)
      return takeBack(work, await eventsOfCall(work, event), 'restored')
    })
    return answerTakenBack(call, 'Restored.', takenBack)
  }),
})

/** Of one act, mails of one state are one row. Mails of restricted orders are left out: they do not leave. */
async function selectOutgoing({ tx, actor, now }: Work): Promise<OutgoingMail[]> {
  const since = new Date(now.getTime() - outgoingSeconds * 1000)
  const { rows } = await sql<OutgoingMail>`
    select min(m.id::text) as mail_id, min(m.order_id) as order_id, min(m.kind) as kind, count(*)::int as count,
      state, is_late, greatest(0, extract(epoch from min(m.not_before) - ${now}) * 1000)::int as leaves_in
    from undo_tokens t
    join mails m on m.event_id = any(t.event_ids)
    join orders o on o.order_id = m.order_id
    cross join lateral (select m.state = 'queued' and m.attempts > 0 as is_late) late
    where t.member_id = ${actor.id} and t.used_at is null and t.expires_at > ${now} and o.restricted_at is null
      and (m.state in ('queued', 'sending') or m.state_at > ${since})
    group by t.token_hash, m.state, is_late
    order by is_late, min(m.not_before), mail_id
  `.execute(tx)
  return rows
}
