import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { intakeOrder } from '#contract/intake.ts'
import { addDays, jakartaToday, windowOpensOn } from '#contract/rules/dates.ts'
import { dueAt } from '#contract/rules/promise.ts'
import type { Mode } from '#contract/rules/queues.ts'
import type { Status } from '#contract/rules/statuses.ts'
import { nations } from '#server/demo/nations.ts'
import { createDemoOrder } from '#server/demo/orders.ts'
import { createBuyer } from '#server/demo/payments.ts'
import { createPerson } from '#server/demo/people.ts'
import { createChance, type Chance } from '#server/demo/random.ts'
import { prepareOrder } from '#server/intake/prepare-order.ts'
import { searchIndex } from '#server/orders/search-index.ts'
import { permutedOrderId } from '#server/intake/order-ids.ts'
import type { NewOrder } from '#server/orders/new-order-rows.ts'
import type { Seal } from '#server/platform/seal.ts'
import { builtInSite } from '#server/sites/sites.ts'

export type Row = Record<string, unknown>
export const tableNames = [
  'orders',
  'order_events',
  'order_evidence_keys',
  'documents',
  'mails',
  'downloads',
  'remarks',
  'refunds',
] as const
export type Rows = Record<(typeof tableNames)[number], Row[]>

export const rareName = 'Zephyrine Quillonby'
const rareOrders = 5
const years = 5
const templateCount = 2000
export const seed = 20_261_123
const windowDays = 3
const promiseHours = { standard: 24, priority: 4 }
const schedule = { windowDays, promiseHours }

interface Template {
  order: Omit<NewOrder, 'customer'>
  content: Buffer
}

/** Orders of the demo's customers; generated orders copy their details. */
function createTemplates(chance: Chance, seal: Seal, now: Date): Template[] {
  return Array.from({ length: templateCount }, () => {
    const nation = chance.pick(nations)
    const today = jakartaToday(now)
    const customer = createPerson(chance, { nation, today, age: [18, 75] })
    const travelDate = addDays(today, chance.integer(1, 60))
    const order = z.parse(
      intakeOrder,
      createDemoOrder(chance, {
        customer,
        buyer: createBuyer(chance),
        createdAt: now,
        travelDate,
        mode: 'standard',
        site: builtInSite,
      }),
    )
    const { customer: data, ...row } = prepareOrder(order, { orderId: 0, createdAt: now, schedule, seal })
    return {
      order: row,
      content: seal.openBytes('orders.sealed', 0, seal.seal('orders.sealed', 0, data)),
    }
  })
}

const places: readonly { share: number; status: Status; mode: Mode; assigned?: boolean }[] = [
  { share: 900, status: 'Completed', mode: 'standard' },
  { share: 40, status: 'Deleted', mode: 'standard' },
  { share: 20, status: 'Refunds', mode: 'standard' },
  { share: 10, status: 'ChargeBack', mode: 'standard' },
  { share: 8, status: 'New', mode: 'standard' },
  { share: 8, status: 'New', mode: 'future' },
  { share: 2, status: 'New', mode: 'priority' },
  { share: 2, status: 'New', mode: 'standard', assigned: true },
  { share: 4, status: 'Awaiting', mode: 'standard' },
  { share: 3, status: 'AwaitingGovt', mode: 'standard' },
  { share: 2, status: 'Contact Customer', mode: 'standard' },
  { share: 1, status: 'Customer Called', mode: 'standard' },
]

function choosePlace(chance: Chance) {
  let left = chance.integer(0, 999)
  for (const place of places) {
    if (left < place.share) return place
    left -= place.share
  }
  throw new RangeError('the shares add up to a thousand')
}

const minutes = (count: number) => count * 60_000
const orNull = (applies: boolean, value: unknown) => (applies ? value : null)
const finishedStatuses: ReadonlySet<Status> = new Set(['Completed', 'Refunds', 'ChargeBack'])

export interface GeneratorOptions {
  count: number
  seal: Seal
  idKey: Buffer
  memberIds: readonly number[]
  now: Date
}

/** Orders and histories of five years. The same seed gives the same rows except for sealed columns. Finished orders have a document, a mail and mostly a download. */
export function createOrderGenerator({ count, seal, idKey, memberIds, now }: GeneratorOptions) {
  const chance = createChance(seed)
  const templates = createTemplates(chance, seal, now)
  const stepMs = (years * 365 * 24 * 3_600_000) / count
  const ids = { order_events: 0, documents: 0, downloads: 0, remarks: 0, refunds: 0 }
  const nextId = (table: keyof typeof ids) => (ids[table] += 1)

  function orderRow(index: number, template: Template): { row: Row; place: (typeof places)[number] } {
    const place = choosePlace(chance)
    const orderId = permutedOrderId(idKey, index + 1)
    const createdAt = new Date(now.getTime() - minutes(10) - (count - index) * stepMs)
    const today = jakartaToday(createdAt)
    const travelDate = addDays(today, chance.integer(1, 60))
    const opensOn = windowOpensOn(travelDate, windowDays)
    const isFinished = finishedStatuses.has(place.status)
    const isRare = index % Math.max(1, Math.floor(count / rareOrders)) === 0
    const email = `${template.order.traveller_email.split('@')[0]}.${index}@example.com`
    const names = {
      order_id: orderId,
      full_name: isRare ? rareName : template.order.full_name,
      email,
      traveller_email: email,
      phone_code: template.order.phone_code,
      phone_number: String(810_000_000 + index),
      transaction_id: `pi_${index.toString(36)}`,
    }
    const finishedAt = new Date(createdAt.getTime() + minutes(chance.integer(20, 1200)))
    const worker = chance.pick(memberIds)
    const row = {
      ...template.order,
      ...names,
      process_status: place.status,
      processing_mode: place.mode,
      assignee_id: orNull(place.assigned === true, worker),
      assigned_at: orNull(place.assigned === true, finishedAt),
      created_at: createdAt,
      travel_date: travelDate,
      window_opens_on: opensOn,
      due_at: dueAt({ createdAt, travelDate, mode: place.mode, windowOpensOn: opensOn }, promiseHours),
      process_month: (opensOn > today ? opensOn : today).slice(0, 7),
      processing_date: orNull(isFinished, finishedAt),
      processed_by: orNull(isFinished, worker),
      refund_date: orNull(place.status === 'Refunds', finishedAt),
      ...searchIndex({ ...names, nationality: '' }, { familyMember: [] }, seal),
      sealed: seal.sealBytes('orders.sealed', orderId, template.content),
      state_event_id: null as number | null,
    }
    return { row, place }
  }

  function addEvents(rows: Rows, order: Row, worker: unknown): void {
    const state = (status: unknown, assignee: unknown, isFinal: boolean) => ({
      process_status: status,
      assignee_id: assignee,
      processing_date: isFinal ? order['processing_date'] : null,
      processed_by: isFinal ? order['processed_by'] : null,
      refund_date: isFinal ? order['refund_date'] : null,
    })
    const add = (action: string, before: object | null, after: object | null) => {
      const id = nextId('order_events')
      const isMade = action === 'created'
      rows.order_events.push({
        id,
        order_id: order['order_id'],
        at: isMade ? order['created_at'] : (order['processing_date'] ?? order['created_at']),
        member_id: isMade ? null : worker,
        actor: isMade ? 'arrival.pabean.example' : 'Member',
        action,
        before,
        after,
        details: {},
      })
      return id
    }
    add('created', null, null)
    if (order['process_status'] === 'New') return
    const [fresh, held] = [state('New', null, false), state('New', worker, false)]
    add('assigned', fresh, held)
    order['state_event_id'] = add('moved', held, state(order['process_status'], worker, true))
  }

  function addDocument(rows: Rows, order: Row, worker: unknown): void {
    const { order_id: orderId } = order
    if (typeof orderId !== 'number') throw new TypeError('an order has an id')
    const id = nextId('documents')
    const at = order['processing_date']
    const name = (part: string) =>
      `${createHash('sha256').update(`${part} ${orderId}`).digest('hex').slice(0, 32)}.pdf`
    const file1 = name('document')
    const mailId = randomUUID()
    rows.documents.push({
      id,
      order_id: orderId,
      file1,
      stored_as: name('file'),
      file_key: Buffer.alloc(66, id % 256),
      sealed_name: seal.seal('documents.sealed_name', file1, `approved-${orderId}.pdf`),
      content_type: 'application/pdf',
      size: 48_000,
      sha256: createHash('sha256').update(String(id)).digest(),
      mail_service_provider: 'AWS',
      created_at: at,
      member_id: worker,
    })
    rows.mails.push({
      id: mailId,
      order_id: orderId,
      kind: 'approved',
      recipient: order['email'],
      sealed_subject: seal.seal('mails.sealed_subject', mailId, 'Your declaration is approved'),
      sealed_props: seal.seal('mails.sealed_props', mailId, { orderId, username: order['email'] }),
      provider: 'AWS',
      state: 'delivered',
      document_id: id,
      created_at: at,
      not_before: at,
      attempts: 1,
      sent_at: at,
    })
    if (chance.percent(70))
      rows.downloads.push({
        id: nextId('downloads'),
        order_id: orderId,
        document_id: id,
        at,
        ip: '203.0.113.9',
        timezone: 'Asia/Jakarta',
        browser: 'Safari 19',
        os: 'iOS 26',
        user_agent: 'Mozilla/5.0',
        bytes_sent: 48_000,
        completed: true,
      })
  }

  function addRest(rows: Rows, order: Row, worker: unknown): void {
    const { order_id: orderId } = order
    if (typeof orderId !== 'number') throw new TypeError('an order has an id')
    for (const kind of ['email', 'card'])
      rows.order_evidence_keys.push({
        order_id: orderId,
        kind,
        hash: createHash('sha256').update(`${kind} ${orderId}`).digest(),
        transacted_at: order['created_at'],
      })
    if (chance.percent(30))
      rows.remarks.push({
        id: nextId('remarks'),
        order_id: orderId,
        at: order['created_at'],
        member_id: worker,
        sealed_remark: seal.seal('remarks.sealed_remark', orderId, 'Called the customer about the flight.'),
      })
    if (order['process_status'] === 'Refunds')
      rows.refunds.push({
        id: nextId('refunds'),
        order_id: orderId,
        at: order['refund_date'],
        member_id: worker,
        amount: '49.00',
        currency: 'USD',
      })
  }

  return {
    rowsOf(from: number, to: number): Rows {
      const rows = Object.fromEntries(tableNames.map((name) => [name, [] as Row[]])) as unknown as Rows
      for (let index = from; index < to; index += 1) {
        const { row } = orderRow(index, chance.pick(templates))
        const worker = row['processed_by'] ?? row['assignee_id'] ?? chance.pick(memberIds)
        addEvents(rows, row, worker)
        rows.orders.push(row)
        if (row['processing_date'] !== null) addDocument(rows, row, worker)
        addRest(rows, row, worker)
      }
      return rows
    },
  }
}
