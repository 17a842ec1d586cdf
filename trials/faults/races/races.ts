import { randomUUID } from 'node:crypto'
import { resendMail, uploadDocument, withdrawDocument } from '#contract/documents.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createOrder } from '#contract/intake.ts'
import { acceptMessageFile } from '#contract/messages.ts'
import { assignOrders, moveOrders, restoreOrder, undo } from '#contract/moves.ts'
import { getOrder } from '#contract/order-details.ts'
import { settleFinding } from '#contract/preflight.ts'
import { sendDocuments } from '#contract/proposals.ts'
import { refundOrders } from '#contract/refunds.ts'
import { saveTemplate } from '#contract/templates.ts'
import type { CaseContext } from '../../../test/http/roles/case-context.ts'
import { aPdf, asFile } from '../../../test/support/document-fixtures.ts'
import { anOrder, createTestOrder } from '../../../test/support/orders.ts'
import { testIntakeKey, type TestApp } from '../../../test/support/test-app.ts'

export interface Racer {
  name: string
  token: string
}

/** A request of one of those who call at the same time. */
interface RacerCall {
  endpoint: Endpoint
  input: unknown
  token: string
  headers?: Record<string, string>
}

export interface RaceArena {
  app: TestApp
  /** Of an Admin, who makes what is raced for. */
  context: CaseContext
  racers: readonly Racer[]
}

export interface PreparedRace {
  /** Whose history has one entry more afterwards; none where there is no such order. */
  orderIds: readonly number[]
  /** Entries that the winner leaves in each. */
  entries: number
  callOf(racer: Racer, nth: number): RacerCall
}

export interface Race {
  name: string
  /** How often it is run, beside the others. */
  weight: number
  /** Where it is not one: the others are told that it is done, by the same answer. */
  winners: 'one' | 'all told the same'
  /** Whether each call reads a file, in a process of its own. */
  readsFiles?: true
  prepare(arena: RaceArena): Promise<PreparedRace>
}

const targets = ['Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called'] as const
const targetOf = (nth: number) => targets[nth % targets.length] ?? 'Awaiting'

const pdf = await aPdf()
const templateOf = (name: string, text: string) => ({
  purpose: 'remark' as const,
  name,
  texts: { en: text },
  moveTo: null,
  flags: [],
  isShared: true,
})

/** What the product lets one alone do, by twenty at once. */
export const races: readonly Race[] = [
  {
    name: 'claim',
    weight: 30,
    winners: 'one',
    async prepare({ app }) {
      const orderId = await createTestOrder(app)
      return {
        orderIds: [orderId],
        entries: 1,
        callOf: ({ name, token }) => ({
          endpoint: assignOrders,
          input: { body: { orderId, assignto: name } },
          token,
        }),
      }
    },
  },
  {
    name: 'assign to others',
    weight: 10,
    winners: 'one',
    async prepare({ app, context, racers }) {
      const orderId = await createTestOrder(app)
      const nameOf = (nth: number) => racers[nth]?.name ?? ''
      return {
        orderIds: [orderId],
        entries: 1,
        callOf: (_racer, nth) => ({
          endpoint: assignOrders,
          input: { body: { orderId, assignto: nameOf(nth) } },
          token: context.token,
        }),
      }
    },
  },
  {
    name: 'move',
    weight: 20,
    winners: 'one',
    async prepare({ app }) {
      const orderId = await createTestOrder(app)
      return {
        orderIds: [orderId],
        entries: 1,
        callOf: ({ token }, nth) => ({
          endpoint: moveOrders,
          input: { body: { orderId, updatingStatus: targetOf(nth), expectedStatus: 'New' } },
          token,
        }),
      }
    },
  },
  {
    name: 'refund',
    weight: 10,
    winners: 'one',
    async prepare({ context }) {
      const orderId = await context.orderIn('Refunds', 'own')
      return {
        orderIds: [orderId],
        entries: 1,
        callOf: ({ token }, nth) => ({
          endpoint: refundOrders,
          input: { body: { orderId: [orderId], reference: `R-${nth}` } },
          token,
        }),
      }
    },
  },
  {
    name: 'undo',
    weight: 10,
    winners: 'one',
    async prepare({ app, context }) {
      const orderId = await createTestOrder(app)
      const input = { body: { orderId, updatingStatus: 'Awaiting' as const } }
      const { body } = await app.call(moveOrders, input, { token: context.token })
      const token = body.data.undo ?? ''
      return {
        orderIds: [orderId],
        entries: 1,
        callOf: () => ({ endpoint: undo, input: { body: { undo: token } }, token: context.token }),
      }
    },
  },
  {
    name: 'restore',
    weight: 6,
    winners: 'one',
    async prepare({ app, context }) {
      const orderId = await context.orderIn('Awaiting', 'own')
      const { body } = await app.call(getOrder, { params: { orderId } }, { token: context.token })
      const eventId = body.orderDetails.events[0]?.id ?? 0
      return {
        orderIds: [orderId],
        entries: 1,
        callOf: () => ({
          endpoint: restoreOrder,
          input: { body: { orderId, eventId } },
          token: context.token,
        }),
      }
    },
  },
  {
    name: 'change a template',
    weight: 5,
    winners: 'one',
    async prepare({ app, context }) {
      const name = randomUUID()
      // Those of earlier races: there can be 200.
      await app.owner.deleteFrom('templates').execute()
      const { body } = await app.call(
        saveTemplate,
        { body: templateOf(name, 'Called') },
        { token: context.token },
      )
      const { id, revision } = body.data
      return {
        orderIds: [],
        entries: 0,
        callOf: (_racer, nth) => ({
          endpoint: saveTemplate,
          input: { body: { ...templateOf(name, `Called ${nth}`), replaces: { id, revision } } },
          token: context.token,
        }),
      }
    },
  },
  {
    name: 'settle a finding',
    weight: 5,
    winners: 'all told the same',
    async prepare({ app }) {
      const orderId = await createTestOrder(app)
      return {
        orderIds: [orderId],
        entries: 1,
        callOf: ({ token }) => ({
          endpoint: settleFinding,
          input: { body: { orderId, check: 'name-characters' } },
          token,
        }),
      }
    },
  },
  {
    name: 'intake under one key',
    weight: 10,
    winners: 'all told the same',
    async prepare() {
      const order = anOrder()
      const headers = { 'idempotency-key': randomUUID() }
      return {
        orderIds: [],
        entries: 0,
        callOf: () => ({ endpoint: createOrder, input: { body: order }, token: testIntakeKey, headers }),
      }
    },
  },
  {
    name: 'resend a mail',
    readsFiles: true,
    weight: 2,
    winners: 'one',
    async prepare({ context }) {
      const { orderId } = await context.orderWithDocument('own')
      return {
        orderIds: [orderId],
        entries: 1,
        callOf: ({ token }) => ({
          endpoint: resendMail,
          input: { body: { orderId, email: 'customer@example.com' } },
          token,
        }),
      }
    },
  },
  {
    name: 'withdraw a document',
    readsFiles: true,
    weight: 2,
    winners: 'one',
    async prepare({ context }) {
      const { orderId, file1 } = await context.orderWithDocument('own')
      return {
        orderIds: [orderId],
        entries: 1,
        callOf: ({ token }) => ({
          endpoint: withdrawDocument,
          input: { body: { orderId, file1, reason: 'Another traveller' } },
          token,
        }),
      }
    },
  },
  {
    name: 'send a proposed document',
    readsFiles: true,
    weight: 2,
    winners: 'one',
    async prepare({ context }) {
      const { id, orderId } = await context.proposal('own')
      return {
        orderIds: [orderId],
        entries: 2,
        callOf: ({ token }) => ({
          endpoint: sendDocuments,
          input: { body: { proposals: [{ id, orderId }] } },
          token,
        }),
      }
    },
  },
  {
    name: 'accept a file of a mail',
    readsFiles: true,
    weight: 1,
    winners: 'one',
    async prepare({ context }) {
      const body = await context.orderWithMailedFile('own')
      return {
        orderIds: [body.orderId],
        entries: 2,
        callOf: ({ token }) => ({ endpoint: acceptMessageFile, input: { body }, token }),
      }
    },
  },
  {
    name: 'approve by an upload',
    readsFiles: true,
    weight: 1,
    winners: 'one',
    async prepare({ app }) {
      const orderId = await createTestOrder(app)
      const body = { orderId, email: 'customer@example.com', expectedStatus: 'New', expectedDocuments: 0 }
      return {
        orderIds: [orderId],
        entries: 2,
        callOf: ({ token }) => ({
          endpoint: uploadDocument,
          input: { body, file: asFile(pdf, 'approved.pdf') },
          token,
        }),
      }
    },
  },
]
