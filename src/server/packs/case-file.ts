import * as z from 'zod/mini'
import type { Site } from '#contract/sites.ts'
import { disputableStatuses } from '#contract/rules/statuses.ts'
import { withAuditEntry, type AuditSubject } from '#server/audit/audit.ts'
import { requireStatus } from '#server/orders/current-status.ts'
import { transactionTime } from '#server/orders/evidence-keys.ts'
import { openCustomerData, type CustomerData } from '#server/orders/customer-data.ts'
import { getOrder, type OrderRecord } from '#server/orders/orders.ts'
import type { MailTemplates } from '#server/platform/mail/define-mail.ts'
import type { Work } from '#server/platform/work.ts'
import { loadRemarks } from '#server/remarks/remarks.ts'
import { listPolicyVersions, siteFor, type StoredPolicy } from '#server/sites/sites.ts'
import { englishSubject } from './english-subject.ts'
import { identityNumbersIn } from '#contract/rules/masking.ts'
import { findPriorTransactions, type PriorTransactions } from './prior-transactions.ts'
import { selectMoves } from './case-file.queries.ts'
import { loadCorrections, loadDocuments, loadDownloads, loadMails, loadRefund } from './open-rows.ts'

type Rows<Q extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Q>>

/** Everything that is known of an order, as a pack reads it: each list oldest first. */
export interface CaseFile {
  order: OrderRecord
  customer: CustomerData
  site: Site
  /** When it was paid, else placed. */
  transactedAt: Date
  documents: Rows<typeof loadDocuments>
  /** `englishSubject`: ours, of a subject in another language. */
  mails: (Omit<Rows<typeof loadMails>[number], 'props'> & { englishSubject: string | null })[]
  downloads: Rows<typeof loadDownloads>
  remarks: Rows<typeof loadRemarks>
  moves: Rows<typeof selectMoves>
  /** `fields` are the keys of what was corrected. */
  corrections: { at: Date; by: string; fields: string[] }[]
  /** When it was last moved to ChargeBack. */
  disputedAt: Date | null
  refund: Awaited<ReturnType<typeof loadRefund>>
  policies: StoredPolicy[]
  priorTransactions: PriorTransactions
  /** Of passports, identity cards and visas of all travellers, also as they were before a correction. */
  identityNumbers: string[]
}

const correctedValues = z.record(z.string(), z.unknown())

/** The order's case file, recorded as `subject` says. 404 for an unknown order, 409 outside the four statuses (spec §4, product §5). */
export async function loadCaseFile(
  work: Work,
  templates: MailTemplates,
  orderId: number,
  subject: AuditSubject & { order: number },
): Promise<CaseFile> {
  const { tx, config } = work
  const order = await getOrder(withAuditEntry(tx, work, 'pack opened', subject), orderId)
  requireStatus(order, disputableStatuses)
  const customer = openCustomerData(work, order)
  const moves = await selectMoves(tx, orderId)
  const mails = await loadMails(work, orderId)
  const corrections = await loadCorrections(work, orderId)
  const corrected = corrections.map(
    ({ sealed }) => sealed && work.seal.open(correctedValues, 'order_events.sealed', orderId, sealed),
  )
  return {
    order,
    customer,
    site: siteFor(config, order.landing_domain),
    transactedAt: transactionTime({ ...order, payment: customer.payment }),
    documents: await loadDocuments(work, orderId),
    mails: mails.map(({ props, ...mail }) => ({
      ...mail,
      englishSubject: englishSubject(templates, config, { ...mail, props }),
    })),
    downloads: await loadDownloads(work, orderId),
    remarks: await loadRemarks(work, orderId),
    moves,
    corrections: corrections.map(({ at, by, fields }) => ({ at, by, fields })),
    disputedAt: moves.findLast(({ after }) => after?.process_status === 'ChargeBack')?.at ?? null,
    // A refund that was undone keeps its row; only the order's refund date shows that it is in effect.
    refund: order.refund_date ? await loadRefund(work, orderId) : undefined,
    policies: await listPolicyVersions(tx, config, order.landing_domain),
    priorTransactions: await findPriorTransactions(work, order, customer),
    identityNumbers: identityNumbersIn([customer, corrected]),
  }
}
