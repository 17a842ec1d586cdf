import { problemDays } from '#contract/mail-problems.ts'
import { maskCards } from '#contract/rules/card-numbers.ts'
import { emailKey } from '#contract/rules/email.ts'
import { recordEvent } from '#server/orders/events.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { maskAddresses } from '#server/platform/log.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { Actor, Call } from '#server/platform/work.ts'
import { incomingMailActor } from '#contract/rules/order-events.ts'

const dayMs = 24 * 3_600_000
const maxReasonChars = 1000

/** What a mail server's notice says, as far as it was understood. */
interface UncertainNotice {
  means: 'failed' | 'delayed' | 'delivered' | null
  recipients: readonly string[]
  likelyMailId: string | null
  detail: string | null
}

/**
 * Opens a mail problem for the mail that a notice is probably about: a notice to an order's address concerns one of its
 * mails. The mail's state stays. False if the notice reports no failure, or about no mail that was sent.
 */
export const doubtDelivery = (
  call: Call<Actor>,
  orderIds: readonly number[],
  { means, recipients, likelyMailId, detail }: UncertainNotice,
): Promise<boolean> =>
  inTransaction(call.db, async (tx) => {
    if (means === 'delayed' || means === 'delivered') return false
    const mails = await selectSentMails(
      tx,
      orderIds,
      likelyMailId,
      new Date(call.now.getTime() - problemDays * dayMs),
    )
    const mail =
      mails.find(({ id }) => id === likelyMailId) ??
      mails.find(({ recipient }) => recipients.includes(emailKey(recipient))) ??
      mails[0]
    if (!mail) return false
    const reason = detail && maskCards(maskAddresses(singleLine(detail, maxReasonChars)))
    const isNew = await markDoubted(tx, mail.id, reason, call.now)
    if (isNew)
      await recordEvent(
        { ...call, tx, actor: { kind: 'mail', name: incomingMailActor } },
        { orderId: mail.order_id, action: 'mail may have bounced', details: { reason: reason ?? '' } },
      )
    return true
  })

/** Newest first: the mails of these orders, and the one with this id. */
const selectSentMails = (tx: Tx, orderIds: readonly number[], mailId: string | null, since: Date) =>
  tx
    .selectFrom('mails')
    .select(['id', 'order_id', 'recipient'])
    .where(({ or, eb }) =>
      or([
        ...(orderIds.length > 0 ? [eb('order_id', 'in', orderIds)] : []),
        ...(mailId === null ? [] : [eb('id', '=', mailId)]),
      ]),
    )
    .where('order_id', 'is not', null)
    .where('state', 'in', ['sent', 'delivered', 'unknown', 'bounced'])
    .where('kind', '<>', 'link')
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    // Of mails of one moment a repeated notice finds the same.
    .orderBy('id')
    .limit(100)
    .$narrowType<{ order_id: number }>()
    .execute()

/** A settled problem opens again; a mail that is a problem already stays as it is. */
async function markDoubted(tx: Tx, id: string, reason: string | null, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ doubted_at: now, error: reason, settled_at: null, settled_by: null })
    .where('id', '=', id)
    .where('state', 'in', ['sent', 'delivered'])
    .where(({ or, eb }) => or([eb('doubted_at', 'is', null), eb('settled_at', 'is not', null)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
