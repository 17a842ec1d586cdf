import { filingSheet, type SheetTraveller } from '#contract/rules/filing-sheet.ts'
import { readTelephones } from '#contract/rules/telephone.ts'
import * as contract from '#contract/form-filler.ts'
import { memberAuditContext, recordAudit } from '#server/audit/audit.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { requireOpenOrders } from '#server/orders/order-access.ts'
import { getOrder } from '#server/orders/orders.ts'
import { findSessionMember } from '#server/platform/auth/sessions.ts'
import { newSecret, secretHash } from '#server/platform/auth/tokens.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { AnyoneActor, Work } from '#server/platform/work.ts'
import { readTelephoneNumber } from '#server/platform/telephone-plans.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { noteFilingBegun } from './filing-begun.ts'
import { requireFormOrigin } from './form-origins.ts'

/** Deletes the token, so that it is used once. */
const claimFillToken = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tx
    .deleteFrom('fill_tokens')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['order_id', 'traveller', 'session_id'])
    .executeTakeFirst()

/** The extension uses a token immediately. */
const tokenTtlMs = 60_000

const loadSheet = async (work: Pick<Work<AnyoneActor>, 'tx' | 'seal'>, orderId: number) => {
  const { fields, familyMember, importingGoods } = openCustomerData(work, await getOrder(work.tx, orderId))
  return filingSheet({
    ...fields,
    familyMember,
    importingGoods,
    telephones: readTelephones(fields, readTelephoneNumber),
  })
}

const travellerOf = (sheet: readonly SheetTraveller[], at: number): SheetTraveller =>
  sheet[at] ?? refuse('notFound', 'The order has no such traveller.')

export const fillTokenCalls = implement(contract, {
  /** A token for one traveller of an order and the caller's session, valid once and for a minute (product §12). */
  createFillToken: write(async (work, { body: { orderId, traveller } }) => {
    travellerOf(await loadSheet(work, orderId), traveller)
    await noteFilingBegun(work, orderId)
    const token = newSecret()
    await work.tx
      .insertInto('fill_tokens')
      .values({
        token_hash: secretHash(token),
        order_id: orderId,
        traveller,
        session_id: work.actor.sessionId,
        expires_at: new Date(work.now.getTime() + tokenTtlMs),
      })
      .execute()
    return { data: { token } }
  }),
  /**
   * The fields of the official form for a token's traveller, as the token's member may see them now; the read is
   * recorded as that member's. 403 if the token is used or expired, if its session has ended, or if no Admin has
   * named the form's origin: then the token stays valid.
   */
  fetchFieldsToFill: write(async (work, { body: { token, origin } }) => {
    const { tx, now } = work
    const claimed = await claimFillToken(tx, secretHash(token), now)
    const member = claimed && (await findSessionMember(tx, claimed.session_id))
    if (!claimed || !member || member.mustEnrol)
      return refuse('forbidden', 'This token is used or has expired. Press Fill the form again.')
    await requireFormOrigin(tx, origin)
    const { order_id: orderId, traveller } = claimed
    await requireOpenOrders(tx, member, [orderId])
    const sheet = await loadSheet(work, orderId)
    const { sections } = travellerOf(sheet, traveller)
    await recordAudit(memberAuditContext(work, member), 'form filled', {
      order: orderId,
      origin,
      traveller: traveller + 1,
    })
    const fields = sections.flatMap(({ title: section, fields }) =>
      fields.map(({ id, labels, kind, value, answers }) => ({
        id,
        section,
        labels: [...labels],
        kind,
        value,
        answers: [...answers],
      })),
    )
    return { data: { fields, traveller, travellers: sheet.length } }
  }),
})
