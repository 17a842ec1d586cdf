import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { intakeOrder, type IntakeOrder } from '#contract/intake.ts'
import { approvedPropsOf } from '#server/documents/approved-props.ts'
import { composeDocumentMailContent } from '#server/documents/documents.ts'
import type { EventAction, EventDetails } from '#contract/rules/order-events.ts'
import { prepareOrders } from '#server/intake/receive-order.ts'
import { sealDetails } from '#server/orders/events.ts'
import type { NewOrder } from '#server/orders/new-order-rows.ts'
import { insertOrders } from '#server/orders/orders.ts'
import { newFileName } from '#server/platform/files/file-store.ts'
import type { SealedFile } from '#server/platform/files/sealed-files.ts'
import { sealContent } from '#server/platform/mail/mail-content.ts'
import type { IntakeActor, Work } from '#server/platform/work.ts'
import { composeRefundMailContent, refundColumns } from '#server/refunds/refund-orders.ts'
import { insertPastRemarks } from '#server/remarks/remarks.ts'
import { siteFor } from '#server/sites/sites.ts'
import { renderApprovedDocument } from './approved-document.ts'
import { seedGatewayDisputes } from './disputes.ts'
import { simulateHistory, type History, type TeamMember } from './histories.ts'
import { shareBuyers } from './households.ts'
import { createDemoOrder } from './orders.ts'
import {
  insertDocuments,
  insertDeliveryReports,
  insertDownloads,
  insertEvents,
  insertMails,
  insertRefunds,
  insertDispute,
  setStateEvents,
} from './demo.queries.ts'
import { createChance, type Chance } from './random.ts'
import { demoTeam } from './team.ts'
import { mailOutcome, providerOf, refundOf, sentMail } from './sent-mails.ts'
import { workStartsAt, planOrders, type PlannedOrder } from './customer-answers.ts'

interface DemoOrder extends PlannedOrder {
  order: IntakeOrder
  row: NewOrder
  history: History
}

/** Inserts about five hundred orders with their histories (product §10, first run). */
export async function seedOrders(work: Work<IntakeActor>, team: readonly TeamMember[]): Promise<void> {
  const { config, now } = work
  const windowDays = config.schedule.windowDays
  const chance = createChance(20_261_120)
  const managers = team.filter(({ role }) => role === 'Admin' || role === 'Manager')

  const orders = planOrders(chance, now, windowDays).map((planned) => ({
    ...planned,
    order: z.parse(
      intakeOrder,
      createDemoOrder(chance, {
        ...planned,
        mode: planned.scenario.mode,
        site: siteFor(config, ''),
      }),
    ),
  }))
  const prepared = await prepareOrders(work, shareBuyers(orders))
  const turns = dealTurns(chance, team)
  const demoOrders = prepared.map((it, position) => {
    const assignee = turns[position % turns.length] ?? chance.pick(team)
    const start = workStartsAt(it.createdAt, it.travelDate, now, windowDays)
    const history = simulateHistory(chance, it.scenario, {
      start,
      now,
      assignee,
      managers,
      buyer: it.buyer,
      disputeCase: it.scenario.disputes?.[it.index % it.scenario.disputes.length] ?? null,
    })
    return { ...it, history, row: { ...it.row, ...stateColumns(history) } }
  })

  await insertPlacedOrders(work, demoOrders)
  const documents = await storeDocuments(work, demoOrders)
  await insertHistories(work, demoOrders, documents)
  await seedGatewayDisputes(work, demoOrders)
}

/** Each member as often as the member's load, in mixed order. */
const dealTurns = (chance: Chance, team: readonly TeamMember[]): TeamMember[] =>
  demoTeam
    .flatMap(({ name, load }) =>
      Array.from({ length: load }, () => ({ name, place: chance.integer(0, 1_000_000) })),
    )
    .toSorted((a, b) => a.place - b.place)
    .flatMap(({ name }) => team.find((member) => member.name === name) ?? [])

const date = (text: string | null) => (text === null ? null : new Date(text))

const stateColumns = ({ state }: History) => ({
  ...state,
  processing_date: date(state.processing_date),
  refund_date: date(state.refund_date),
})

/** As the intake key of each order's site would. */
async function insertPlacedOrders(work: Work<IntakeActor>, demoOrders: readonly DemoOrder[]): Promise<void> {
  for (const name of new Set(demoOrders.map(({ row }) => row.landing_domain))) {
    await insertOrders(
      { ...work, actor: { kind: 'intake', name, domains: null } },
      demoOrders.filter(({ row }) => row.landing_domain === name).map(({ row }) => ({ order: row })),
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

/** The approved documents by order id; files are written before their rows (product §7). */
async function storeDocuments(
  { tx, files, seal }: Work<IntakeActor>,
  demoOrders: readonly DemoOrder[],
): Promise<Map<number, StoredDocument>> {
  const rows = []
  const sealed: SealedFile[] = []
  const named = new Map<string, string>()
  for (const { row, customer, history } of demoOrders) {
    const [upload] = history.mailed
    if (!upload) continue
    const heading = row.prefix === 'departure' ? 'Departure declaration' : 'Arrival declaration'
    const bytes = await renderApprovedDocument({
      orderId: row.order_id,
      heading,
      passportName: customer.passportName,
      passport: customer.passport,
      nationality: row.country_name,
      travelDate: row.travel_date ?? '-',
      approvedAt: upload.at,
    })
    const file1 = newFileName('pdf')
    const name = `${heading.toLowerCase().replaceAll(' ', '-')}-${row.order_id}.pdf`
    const stored = files.seal('documents.file_key', bytes)
    sealed.push(stored)
    named.set(file1, name)
    rows.push({
      order_id: row.order_id,
      file1,
      stored_as: stored.name,
      file_key: stored.key,
      sealed_name: seal.seal('documents.sealed_name', file1, name),
      content_type: 'application/pdf',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      mail_service_provider: providerOf(row),
      created_at: upload.at,
      member_id: upload.by.id,
    })
  }
  await Promise.all(sealed.map((file) => files.put(file)))
  const ids = await insertDocuments(tx, rows)
  return new Map(
    rows.map(({ order_id, file1, size, sha256 }) => [
      order_id,
      { id: ids.get(file1) ?? 0, file1, name: named.get(file1) ?? '', size, sha256: sha256.toString('hex') },
    ]),
  )
}

async function insertHistories(
  { tx, config, seal }: Pick<Work, 'tx' | 'config' | 'seal'>,
  demoOrders: readonly DemoOrder[],
  documents: ReadonlyMap<number, StoredDocument>,
): Promise<void> {
  const mapOrders = <T>(
    toRows: (it: DemoOrder & { document: StoredDocument | undefined; id: number }) => readonly T[],
  ): T[] =>
    demoOrders.flatMap((it) =>
      toRows({ ...it, id: it.row.order_id, document: documents.get(it.row.order_id) }),
    )

  const events = mapOrders(({ id, history, document, row }) =>
    history.events.map(({ at, by, action, before, after, subject, details }) => ({
      order_id: id,
      at,
      member_id: by?.id ?? null,
      actor: by?.name ?? 'Visitor',
      action,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      ...sealDetails(
        seal,
        id,
        subject === 'document' && document ? documentEventDetails(action, document, row) : details,
      ),
      sealed: null,
    })),
  )
  await insertEvents(
    tx,
    events.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  )
  await setStateEvents(tx)
  for (const { row, history } of demoOrders)
    if (history.dispute) await insertDispute(tx, row.order_id, history.dispute)
  await insertPastRemarks(
    { tx, seal },
    mapOrders(({ id, history }) =>
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
  // The newest document that was not downloaded is mailed in vain.
  const bounced = demoOrders.findLast(
    ({ history }) => history.state.process_status === 'Completed' && history.downloads.length === 0,
  )
  await insertMails(
    tx,
    mapOrders(({ id, row, history, document }) => {
      const order = { ...row, order_id: id }
      const mailed = history.mailed.map(({ at }, index) => ({
        ...composeDocumentMailContent(
          { config },
          index > 0 ? 'reminder' : 'approved',
          approvedPropsOf(order, {}, row.email),
        ),
        ...sentMail(row, at),
        ...mailOutcome(id === bounced?.row.order_id, at),
        document_id: document?.id ?? null,
        is_resend: index > 0,
      }))
      const refund = refundOf(row, history)
      if (!refund) return mailed
      const refundMail = {
        ...composeRefundMailContent({ config }, order, refund),
        ...sentMail(row, refund.at),
        ...mailOutcome(false, refund.at),
      }
      return [...mailed, refundMail]
    }).map(({ kind, subject, props, ...mail }) => ({
      ...mail,
      ...sealContent(seal, randomUUID(), { kind, subject, props }),
    })),
  )
  await insertDeliveryReports(tx)
  await insertDownloads(
    tx,
    mapOrders(({ id, history, document }) =>
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
            }
          : [],
      ),
    ),
  )
  await insertRefunds(
    tx,
    mapOrders(({ id, row, history }) => {
      const refund = refundOf(row, history)
      if (!refund) return []
      const { at, member_id } = refund
      return [{ order_id: id, at, member_id, ...refundColumns(seal, id, refund) }]
    }),
  )
}

function documentEventDetails(
  action: EventAction,
  { name, file1, size, sha256 }: StoredDocument,
  order: NewOrder,
): EventDetails<'document uploaded' | 'mail queued again' | 'downloaded'> {
  if (action === 'document uploaded') return { file1, name, size, sha256 }
  return action === 'mail queued again'
    ? { kind: 'reminder', name, to: order.email, provider: providerOf(order) }
    : { file1, name }
}
