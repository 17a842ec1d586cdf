import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { intakeOrder, type IntakeOrder } from '#contract/intake.ts'
import { writtenDocumentMail } from '#server/documents/documents.ts'
import { prepareOrders } from '#server/intake/receive-order.ts'
import { insertOrders, type NewOrder } from '#server/orders/orders.ts'
import { newSecret } from '#server/platform/auth/tokens.ts'
import type { IntakeActor, Work } from '#server/platform/work.ts'
import { keepRemarks } from '#server/remarks/remarks.ts'
import { siteFor } from '#server/sites/sites.ts'
import { approvedDocument } from './approved-document.ts'
import { play, type History, type TeamMember } from './histories.ts'
import { demoOrder } from './orders.ts'
import {
  insertDocuments,
  insertDownloads,
  insertEvents,
  insertMails,
  insertRefunds,
  settleOrders,
} from './demo.queries.ts'
import { chance } from './random.ts'
import { startOf, tell, type Told } from './customer-answers.ts'

interface Placed extends Told {
  order: IntakeOrder
  row: NewOrder
  history: History
}

/** Fills the database with about five hundred orders and all that happened to them (product §10, first run). */
export async function fillOrders(work: Work<IntakeActor>, team: readonly TeamMember[]): Promise<void> {
  const { config, now } = work
  const windowDays = config.futureWindowDays
  const dice = chance(20_261_120)
  const leads = team.filter(({ role }) => role === 'Admin' || role === 'Manager')

  const orders = tell(dice, now, windowDays).map((told) => ({
    ...told,
    order: z.parse(
      intakeOrder,
      demoOrder(dice, { ...told, mode: told.story.mode, termsVersion: siteFor(config, '').terms.version }),
    ),
  }))
  const prepared = await prepareOrders(work, orders)
  const placed = prepared.map((it) => {
    const worker = team[it.index % team.length] ?? dice.pick(team)
    const start = startOf(it.createdAt, it.travelDate, now, windowDays)
    const history = play(dice, it.story, { start, now, worker, leads, buyer: it.buyer })
    return { ...it, history, row: { ...it.row, ...stateColumns(history) } }
  })

  await insertArrivals(work, placed)
  const documents = await storeDocuments(work, placed)
  await insertHistories(work, placed, documents)
}

const date = (text: string | null) => (text === null ? null : new Date(text))

const stateColumns = ({ state }: History) => ({
  ...state,
  processing_date: date(state.processing_date),
  refund_date: date(state.refund_date),
})

/** Each order comes from the key of its own site. */
async function insertArrivals(work: Work<IntakeActor>, placed: readonly Placed[]): Promise<void> {
  for (const name of new Set(placed.map(({ row }) => row.landing_domain))) {
    await insertOrders(
      { ...work, actor: { kind: 'intake', name } },
      placed.filter(({ row }) => row.landing_domain === name).map(({ row }) => ({ order: row })),
    )
  }
}

interface StoredDocument {
  id: number
  file1: string
  name: string
  size: number
  sha256: string
}

/** The approved documents, by order id; the files are written before their rows (product §7). */
async function storeDocuments(
  { tx, files }: Work<IntakeActor>,
  placed: readonly Placed[],
): Promise<Map<number, StoredDocument>> {
  const rows = []
  for (const { row, customer, history } of placed) {
    const [upload] = history.mailed
    if (!upload) continue
    const heading = row.prefix === 'departure' ? 'Departure declaration' : 'Arrival declaration'
    const bytes = await approvedDocument({
      orderId: row.order_id,
      heading,
      passportName: customer.passportName,
      passport: customer.passport,
      nationality: row.country_name,
      travelDate: row.travel_date ?? '-',
      approvedAt: upload.at,
    })
    const file1 = `${newSecret()}.pdf`
    rows.push({
      order_id: row.order_id,
      file1,
      name: `${heading.toLowerCase().replaceAll(' ', '-')}-${row.order_id}.pdf`,
      content_type: 'application/pdf',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      mail_service_provider: providerOf(row),
      created_at: upload.at,
      member_id: upload.by.id,
      bytes,
    })
  }
  await Promise.all(rows.map(({ file1, bytes }) => files.put(file1, bytes)))
  const ids = await insertDocuments(
    tx,
    rows.map(({ bytes: _bytes, ...row }) => row),
  )
  return new Map(
    rows.map(({ order_id, file1, name, size, sha256 }) => [
      order_id,
      { id: ids.get(file1) ?? 0, file1, name, size, sha256: sha256.toString('hex') },
    ]),
  )
}

const providerOf = ({ order_id }: NewOrder) => (order_id % 3 === 0 ? 'Sendgrid' : 'AWS')

async function insertHistories(
  { tx, config }: Pick<Work, 'tx' | 'config'>,
  placed: readonly Placed[],
  documents: ReadonlyMap<number, StoredDocument>,
): Promise<void> {
  const each = <T>(
    rowsOf: (it: Placed & { document: StoredDocument | undefined; id: number }) => readonly T[],
  ): T[] =>
    placed.flatMap((it) => rowsOf({ ...it, id: it.row.order_id, document: documents.get(it.row.order_id) }))

  const events = each(({ id, history, document, row }) =>
    history.events.map(({ at, by, action, before, after, about }) => ({
      order_id: id,
      at,
      member_id: by?.id ?? null,
      actor: by?.name ?? 'Visitor',
      action,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      details: JSON.stringify(about === 'document' && document ? detailsOf(action, document, row) : {}),
      sealed: null,
    })),
  )
  await insertEvents(
    tx,
    events.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  )
  await settleOrders(tx)
  await keepRemarks(
    tx,
    each(({ id, history }) =>
      history.remarks.map(({ at, by, remark, flags }) => ({
        order_id: id,
        at,
        member_id: by.id,
        remark_name: null,
        remark,
        whatsapp: flags.includes('whatsapp'),
        telephone: flags.includes('telephone'),
        status_refund: flags.includes('status_refund'),
        voided: flags.includes('voided'),
        chargeback: flags.includes('chargeback'),
      })),
    ).toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  )
  await insertMails(
    tx,
    each(({ id, row, history, document }) =>
      history.mailed.map(({ at }, index) => {
        const order = { ...row, order_id: id }
        const mail = writtenDocumentMail({ config }, order, index > 0 ? 'reminder' : 'approved')
        return {
          ...mail,
          props: JSON.stringify(mail.props),
          order_id: id,
          recipient: row.email,
          provider: providerOf(row),
          ...arrival(id, history, at),
          document_id: document?.id ?? null,
          is_resend: index > 0,
          created_at: at,
          not_before: at,
          attempts: 1,
          attempted_at: new Date(at.getTime() + 1000),
          sent_at: new Date(at.getTime() + 2000),
        }
      }),
    ),
  )
  await insertDownloads(
    tx,
    each(({ id, history, document }) =>
      history.downloads.flatMap(({ at, ip, timezone, device }) =>
        document
          ? {
              order_id: id,
              document_id: document.id,
              at,
              ip,
              timezone,
              browser: device.browser,
              os: device.os,
              user_agent: device.userAgent,
              bytes_sent: document.size,
              completed: true,
              claimed: true,
            }
          : [],
      ),
    ),
  )
  await insertRefunds(
    tx,
    each(({ id, row, history: { refunded } }) =>
      refunded
        ? [
            {
              order_id: id,
              at: refunded.at,
              member_id: refunded.by.id,
              amount: row.amount,
              currency: row.currency,
              reference: `re_${id}`,
            },
          ]
        : [],
    ),
  )
}

/** What was downloaded has arrived; of the other mails some did not, or nobody knows. */
function arrival(orderId: number, { downloads }: History, at: Date) {
  const state_at = new Date(at.getTime() + 9000)
  if (downloads.length > 0) return { state: 'delivered' as const, state_at, error: null }
  const ends = [
    { state: 'bounced', state_at, error: '550 5.1.1 The mailbox does not exist.' },
    { state: 'unknown', state_at, error: 'The connection was lost before the provider answered.' },
    { state: 'delivered', state_at, error: null },
  ] as const
  return ends[orderId % ends.length] ?? ends[0]
}

function detailsOf(
  action: string,
  { name, file1, size, sha256 }: StoredDocument,
  { email }: NewOrder,
): object {
  if (action === 'document uploaded') return { name, size, sha256 }
  return action === 'mail resent' ? { name, to: email } : { file1, name }
}
