import * as z from 'zod/mini'
import type { CustomerRequest } from '#contract/requests.ts'
import { receivedOf } from '#contract/rules/downloads.ts'
import type { Site } from '#contract/sites.ts'
import { disputableStatuses } from '#contract/rules/statuses.ts'
import { withAuditEntry, type AuditSubject } from '#server/audit/audit.ts'
import { requireStatus } from '#server/orders/current-status.ts'
import {
  transactionTime,
  compareEvidence,
  findUndisputedMatches,
  type EvidenceMatch,
} from '#server/orders/evidence-keys.ts'
import { openCustomerData, type CustomerData } from '#server/orders/customer-data.ts'
import { getOrder, type OrderRecord } from '#server/orders/orders.ts'
import {
  type MailTemplates,
  findMailDefinition,
  InvalidPropsError,
  mailLanguage,
} from '#server/platform/mail/define-mail.ts'
import type { Work } from '#server/platform/work.ts'
import { loadRemarks } from '#server/remarks/remarks.ts'
import { openRequest, selectRequests } from '#server/requests/requests.ts'
import { listPolicyVersions, siteFor, type StoredPolicy } from '#server/sites/sites.ts'
import { identityNumbersIn } from '#contract/rules/masking.ts'
import type { Config } from '#server/config.ts'
import { orderEvents } from '#contract/rules/order-events.ts'
import { openDetails } from '#server/orders/events.ts'
import { documentFile } from '#server/platform/files/sealed-files.ts'
import { openContent } from '#server/platform/mail/mail-content.ts'
import { openOptionalText, openText } from '#server/platform/seal.ts'
import type { Tx } from '#server/platform/db/database.ts'
import {
  selectMoves,
  selectCorrections,
  selectDocuments,
  selectDisputeReason,
  selectDownloads,
  selectMails,
  selectRefund,
} from './case-file.queries.ts'
import { priorTransactionRange, eligibility, type Eligibility } from './compelling-evidence.ts'

type Rows<Q extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Q>>

/** Each list is oldest first. */
export interface CaseFile {
  order: OrderRecord
  customer: CustomerData
  site: Site
  /** When the order was paid, else placed. */
  transactedAt: Date
  documents: Rows<typeof loadDocuments>
  /** `englishSubject`: null for a subject in English already. */
  mails: (Omit<Rows<typeof loadMails>[number], 'props'> & { englishSubject: string | null })[]
  downloads: Rows<typeof loadDownloads>
  remarks: Rows<typeof loadRemarks>
  /** What the customer asked on the order's page, and what was answered. */
  requests: CustomerRequest[]
  moves: Rows<typeof selectMoves>
  /** `fields` are the keys of corrected fields. */
  corrections: { at: Date; by: string; fields: string[] }[]
  /** When the order was last moved to ChargeBack. */
  disputedAt: Date | null
  dispute: Awaited<ReturnType<typeof selectDisputeReason>>
  refund: Awaited<ReturnType<typeof loadRefund>>
  policies: StoredPolicy[]
  priorTransactions: PriorTransactions
  /** Passports, identity cards and visas of all travellers, including values before a correction. */
  identityNumbers: string[]
}

const correctedValues = z.record(z.string(), z.unknown())

/** 404 for an unknown order, 409 outside the four statuses (spec §4, product §5). `subject` is the audit's. */
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
    requests: (await selectRequests(tx, orderId)).toReversed().map((row) => openRequest(work, row)),
    moves,
    corrections: corrections.map(({ at, by, fields }) => ({ at, by, fields })),
    disputedAt: moves.findLast(({ after }) => after?.process_status === 'ChargeBack')?.at ?? null,
    dispute: await selectDisputeReason(tx, orderId),
    // An undone refund keeps its row; only the order's refund date shows that a refund is in effect.
    refund: order.refund_date ? await loadRefund(work, orderId) : undefined,
    policies: await listPolicyVersions(tx, config, order.landing_domain),
    priorTransactions: await findPriorTransactions(work, order, customer),
    identityNumbers: identityNumbersIn([customer, corrected]),
  }
}

interface SentMail {
  kind: string
  props: object
  subject: string
}

const translatedProps = z.object({ language: mailLanguage })

/** The English subject of one of our mails in another language, rendered from the same props; else null. */
function englishSubject(
  templates: MailTemplates,
  config: Config,
  { kind, props, subject }: SentMail,
): string | null {
  const { language = 'en' } = translatedProps.safeParse(props).data ?? {}
  const template = findMailDefinition(templates, kind)
  if (!template || language === 'en') return null
  try {
    const english = template.render({ ...props, language: 'en' }, config).subject
    return english === subject ? null : english
  } catch (error) {
    if (error instanceof InvalidPropsError) return null
    throw error
  }
}

async function loadDocuments({ tx, seal }: Work, orderId: number) {
  const rows = await selectDocuments(tx, orderId)
  return rows.map(({ sealed_name, sealed_withdrawn_reason, stored_as, file_key, sha256, ...row }) => ({
    ...row,
    sha256: sha256.toString('hex'),
    file: documentFile({ stored_as, file_key }),
    name: openText(seal, 'documents.sealed_name', row.file1, sealed_name),
    withdrawn_reason: openOptionalText(
      seal,
      'documents.sealed_withdrawn_reason',
      row.file1,
      sealed_withdrawn_reason,
    ),
  }))
}

async function loadMails({ tx, seal }: Work, orderId: number) {
  const rows = await selectMails(tx, orderId)
  return rows.map(({ sealed_subject, sealed_props, ...row }) => ({
    ...row,
    ...openContent(seal, { ...row, sealed_subject, sealed_props }),
  }))
}

async function loadDownloads({ tx, seal }: Work, orderId: number) {
  const rows = await selectDownloads(tx, orderId)
  return rows.map(({ file1, sealed_name, ...row }) => ({
    ...row,
    received: receivedOf(row),
    name: openText(seal, 'documents.sealed_name', file1, sealed_name),
  }))
}

async function loadRefund({ tx, seal }: Work, orderId: number) {
  const row = await selectRefund(tx, orderId)
  if (!row) return undefined
  const { sealed_reference, ...refund } = row
  return {
    ...refund,
    reference: openOptionalText(seal, 'refunds.sealed_reference', orderId, sealed_reference),
  }
}

/** `fields` are the keys of corrected fields, `sealed` the values before and after. */
async function loadCorrections({ tx, seal }: Work, orderId: number) {
  const rows = await selectCorrections(tx, orderId)
  return rows.map(({ at, by, sealed, ...event }) => {
    const details = orderEvents.corrected.details.safeParse(openDetails(seal, orderId, event))
    return { at, by, sealed, fields: details.data?.fields ?? [] }
  })
}

interface PriorTransaction {
  order_id: number
  transactedAt: Date
  amount: string | null
  currency: string | null
  match: EvidenceMatch
}

interface PriorTransactions extends Eligibility {
  from: Date
  to: Date
  /** The orders of the table; `count` includes those that are not listed. */
  orders: PriorTransaction[]
  count: number
}

/** Rows in the exhibit's table; only two are required. */
const maxListed = 20

/** Earlier undisputed orders of the same customer, and whether Compelling Evidence 3.0 can be claimed with them. */
async function findPriorTransactions(
  work: Work,
  order: OrderRecord,
  { payment }: CustomerData,
): Promise<PriorTransactions> {
  const evidenceSource = { ...order, payment }
  const range = priorTransactionRange(transactionTime(evidenceSource))
  const { found, count } = await findUndisputedMatches(
    { ...work, db: work.tx },
    evidenceSource,
    range,
    maxListed,
  )
  const rows = await selectPriorOrders(
    work.tx,
    found.map(({ order_id }) => order_id),
  )
  const orders = found.flatMap(({ order_id, transacted_at }) => {
    const row = rows.find((it) => it.order_id === order_id)
    if (!row) return []
    const match = compareEvidence(evidenceSource, { ...row, payment: openCustomerData(work, row).payment })
    const { amount, currency } = row
    return [{ order_id, transactedAt: transacted_at, amount, currency, match }]
  })
  const captured = {
    card: Boolean(payment.card_fingerprint),
    ip: Boolean(payment.payment_ip),
    device: Boolean(payment.device_id),
  }
  return {
    ...range,
    orders,
    count,
    ...eligibility(
      captured,
      orders.map(({ match }) => match),
    ),
  }
}

const selectPriorOrders = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('orders')
    .select(['order_id', 'created_at', 'email', 'traveller_email', 'amount', 'currency', 'sealed'])
    .where('order_id', 'in', [0, ...ids])
    .execute()
