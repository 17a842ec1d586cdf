import { createHash, randomUUID } from 'node:crypto'
import { uploadDocument } from '#contract/documents.ts'
import { assignOrders, moveOrders, undo } from '#contract/moves.ts'
import { refundOrders } from '#contract/refunds.ts'
import { addRemark } from '#contract/remarks.ts'
import { statusesCompletedByUpload, type MoveTarget } from '#contract/rules/statuses.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { send } from '../../../test/support/call.ts'
import { aPdf } from '../../../test/support/document-fixtures.ts'
import type { OrderModel } from './order-model.ts'

export interface Caller {
  url: string
  token: string
  name: string
}

export interface Acknowledged {
  undo: string | null
}

export type Undoable = Write<UndoableKind>
export const isUndoable = (write: Write): write is Undoable => isOneOf(undoableKinds, write.kind)

export interface Write<Kind extends WriteKind = WriteKind> {
  kind: Kind
  orders: readonly OrderModel[]
  /** The orders after the write. */
  after: readonly OrderModel[]
  /** Rejects where the write was refused, was partly done, or was not answered. */
  call: (caller: Caller) => Promise<Acknowledged>
}

const undoableKinds = ['claim', 'move', 'bulk move', 'upload', 'refund'] as const
type UndoableKind = (typeof undoableKinds)[number]
export const writeKinds = [
  ...undoableKinds,
  'remark',
  ...undoableKinds.map((kind) => `undo of ${kind}` as const),
] as const
export type WriteKind = (typeof writeKinds)[number]

/** History entries that each kind of write leaves. */
export type EventsOfWrites = Record<WriteKind, number>

const oneOf = <T>(all: readonly T[]): T => {
  const chosen = all[Math.floor(Math.random() * all.length)]
  if (chosen === undefined) throw new Error('there is nothing to choose from')
  return chosen
}

const targets: readonly MoveTarget[] = [
  'Awaiting',
  'AwaitingGovt',
  'Contact Customer',
  'Customer Called',
  'Refunds',
]

/** The outcome is unknown. */
export class NoAnswer extends Error {}

export class Refused extends Error {}

/** Partly done although no other caller writes to the orders. */
export class HalfDone extends Error {}

type Answer = {
  http: number
  body: {
    message?: string
    data?: {
      undo?: string | null
      updated?: number[]
      skipped?: { orderId: number; reason: string }[]
    }
  }
}

function acknowledged({ http, body }: Answer, orderIds?: readonly number[]): Acknowledged {
  if (http >= 500) throw new NoAnswer(`${http} ${body.message}`)
  if (http !== 200) throw new Refused(`${http} ${body.message}`)
  const { updated, skipped = [] } = body.data ?? {}
  if (orderIds && updated && updated.length > 0 && updated.length < orderIds.length) {
    const reasons = skipped.map(({ orderId, reason }) => `${orderId} ${reason}`)
    throw new HalfDone(
      `${updated.length} of ${orderIds.length} orders were changed: ${[...new Set(reasons)].join('; ')}`,
    )
  }
  if (updated?.length === 0) throw new Refused('nothing was changed')
  return { undo: body.data?.undo ?? null }
}

const blank = await aPdf()
const pdf = (text: string): Buffer => Buffer.concat([blank, Buffer.from(`\n% ${text}\n`)])

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Writes to orders of a single writer, so that their state is known. */
export function createWrites(events: EventsOfWrites) {
  const changed = (kind: WriteKind, order: OrderModel, change: Partial<OrderModel>): OrderModel => ({
    ...order,
    ...change,
    events: order.events + events[kind],
  })

  const claim = (order: OrderModel, name: string): Write<'claim'> => {
    const assignee = order.assignee === null ? name : null
    return {
      kind: 'claim',
      orders: [order],
      after: [changed('claim', order, { assignee })],
      call: async ({ url, token }) =>
        acknowledged(
          await send(url, assignOrders, { body: { orderId: order.orderId, assignto: assignee } }, { token }),
          [order.orderId],
        ),
    }
  }

  const moveAll = (
    kind: 'move' | 'bulk move',
    orders: readonly OrderModel[],
    status: MoveTarget,
  ): Write<'move' | 'bulk move'> => {
    const orderId = orders.map((order) => order.orderId)
    return {
      kind,
      orders,
      after: orders.map((order) => changed(kind, order, { status })),
      call: async ({ url, token }) =>
        acknowledged(
          await send(url, moveOrders, { body: { orderId, updatingStatus: status } }, { token }),
          orderId,
        ),
    }
  }

  const move = (kind: 'move' | 'bulk move', orders: readonly OrderModel[]): Write<'move' | 'bulk move'> =>
    moveAll(kind, orders, oneOf(targets.filter((target) => orders.every((order) => order.status !== target))))

  const remark = (order: OrderModel): Write => {
    // Groups are too short for a card number, which would be masked.
    const text = `remark ${randomUUID().replaceAll('-', 'x')}`
    return {
      kind: 'remark',
      orders: [order],
      after: [changed('remark', order, { remarks: [...order.remarks, text] })],
      call: async ({ url, token }) =>
        acknowledged(
          await send(url, addRemark, { body: { orderId: order.orderId, remark: text } }, { token }),
        ),
    }
  }

  const upload = (order: OrderModel): Write<'upload'> => {
    const bytes = pdf(`order ${order.orderId} ${randomUUID()}`)
    const body = { orderId: order.orderId, email: `d${randomUUID()}@arrives.example` }
    return {
      kind: 'upload',
      orders: [order],
      after: [
        changed('upload', order, { status: 'Completed', documents: [...order.documents, sha256(bytes)] }),
      ],
      call: async ({ url, token }) => {
        const file = new File([new Uint8Array(bytes)], 'approved.pdf', { type: 'application/pdf' })
        return acknowledged(await send(url, uploadDocument, { body, file }, { token }))
      },
    }
  }

  const refund = (order: OrderModel): Write<'refund'> => ({
    kind: 'refund',
    orders: [order],
    after: [changed('refund', order, { isRefunded: true })],
    call: async ({ url, token }) =>
      acknowledged(
        await send(
          url,
          refundOrders,
          { body: { orderId: [order.orderId], reference: `R-${order.orderId}` } },
          { token },
        ),
        [order.orderId],
      ),
  })

  return {
    claim,
    move,
    moveTo: (order: OrderModel, status: MoveTarget) => moveAll('move', [order], status),
    remark,
    upload,
    refund,
    undoOf: (write: Undoable, token: string): Write => ({
      kind: `undo of ${write.kind}`,
      orders: write.after,
      after: write.orders.map((order, index) => ({
        ...order,
        events: (write.after[index]?.events ?? 0) + events[`undo of ${write.kind}`],
      })),
      call: async (caller) =>
        acknowledged(
          await send(caller.url, undo, { body: { undo: token } }, { token: caller.token }),
          write.orders.map(({ orderId }) => orderId),
        ),
    }),
    choose(orders: readonly OrderModel[], name: string): Write {
      const order = oneOf(orders)
      const sameStatus = orders.filter(({ status, isRefunded }) => status === order.status && !isRefunded)
      const possible: (() => Write)[] = [() => claim(order, name), () => remark(order)]
      if (!order.isRefunded) possible.push(() => move('move', [order]))
      if (sameStatus.length > 2) possible.push(() => move('bulk move', sameStatus.slice(0, 8)))
      if (statusesCompletedByUpload.includes(order.status) && order.documents.length === 0)
        possible.push(
          () => upload(order),
          () => upload(order),
        )
      if (order.status === 'Refunds' && !order.isRefunded) possible.push(() => refund(order))
      return oneOf(possible)()
    },
  }
}
export type Writes = ReturnType<typeof createWrites>
