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

interface RacerCall {
  endpoint: Endpoint
  input: unknown
  token: string
  headers?: Record<string, string>
}

export interface RaceArena {
  app: TestApp
  /** An Admin's context, which prepares the race. */
  context: CaseContext
  racers: readonly Racer[]
}

export interface PreparedRace {
  /** Orders whose history gets an entry. */
  orderIds: readonly number[]
  /** Entries that the winner leaves in each. */
  entries: number
  callOf(racer: Racer, nth: number): RacerCall
}

export interface Race {
  name: string
  /** How often it is run. */
  weight: number
  /** `all told the same`: losers get the winner's answer. */
  winners: 'one' | 'all told the same'
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

/** The calls of a race; `callers` default to the racers. */
interface Calls {
  endpoint: Endpoint
  input: (racer: Racer, nth: number) => unknown
  token?: string
  headers?: Record<string, string>
  orderId?: number
}

/** A race of one order whose history gets that many entries. */
const race = (
  name: string,
  weight: number,
  prepare: (arena: RaceArena) => Promise<Calls>,
  more: Partial<Pick<Race, 'winners'>> & { entries?: number } = {},
): Race => ({
  name,
  weight,
  winners: more.winners ?? 'one',
  async prepare(arena) {
    const { endpoint, input, token, headers, orderId } = await prepare(arena)
    return {
      orderIds: orderId === undefined ? [] : [orderId],
      entries: orderId === undefined ? 0 : (more.entries ?? 1),
      callOf: (racer, nth) => ({
        endpoint,
        input: input(racer, nth),
        token: token ?? racer.token,
        ...(headers && { headers }),
      }),
    }
  },
})

export const races: readonly Race[] = [
  race('claim', 30, async ({ app }) => {
    const orderId = await createTestOrder(app)
    return { orderId, endpoint: assignOrders, input: ({ name }) => ({ body: { orderId, assignto: name } }) }
  }),
  race('assign to others', 10, async ({ app, context: { token }, racers }) => {
    const orderId = await createTestOrder(app)
    const input = (_racer: Racer, nth: number) => ({ body: { orderId, assignto: racers[nth]?.name ?? '' } })
    return { orderId, endpoint: assignOrders, input, token }
  }),
  race('move', 20, async ({ app }) => {
    const orderId = await createTestOrder(app)
    const input = (_racer: Racer, nth: number) => ({
      body: { orderId, updatingStatus: targetOf(nth), expectedStatus: 'New' },
    })
    return { orderId, endpoint: moveOrders, input }
  }),
  race('refund', 10, async ({ context }) => {
    const orderId = await context.orderIn('Refunds', 'own')
    const input = (_racer: Racer, nth: number) => ({ body: { orderId: [orderId], reference: `R-${nth}` } })
    return { orderId, endpoint: refundOrders, input }
  }),
  race('undo', 10, async ({ app, context: { token } }) => {
    const orderId = await createTestOrder(app)
    const moved = await app.call(moveOrders, { body: { orderId, updatingStatus: 'Awaiting' } }, { token })
    const body = { undo: moved.body.data.undo ?? '' }
    return { orderId, endpoint: undo, input: () => ({ body }), token }
  }),
  race('restore', 6, async ({ app, context }) => {
    const { token } = context
    const orderId = await context.orderIn('Awaiting', 'own')
    const { body } = await app.call(getOrder, { params: { orderId } }, { token })
    const eventId = body.orderDetails.events[0]?.id ?? 0
    return { orderId, endpoint: restoreOrder, input: () => ({ body: { orderId, eventId } }), token }
  }),
  race('change a template', 5, async ({ app, context: { token } }) => {
    const name = randomUUID()
    // Templates of earlier races: the limit is 200.
    await app.owner.deleteFrom('templates').execute()
    const { body } = await app.call(saveTemplate, { body: templateOf(name, 'Called') }, { token })
    const { id, revision } = body.data
    const input = (_racer: Racer, nth: number) => ({
      body: { ...templateOf(name, `Called ${nth}`), replaces: { id, revision } },
    })
    return { endpoint: saveTemplate, input, token }
  }),
  race(
    'settle a finding',
    5,
    async ({ app }) => {
      const orderId = await createTestOrder(app)
      const body = { orderId, check: 'name-characters' }
      return { orderId, endpoint: settleFinding, input: () => ({ body }) }
    },
    { winners: 'all told the same' },
  ),
  race(
    'intake under one key',
    10,
    async () => {
      const body = anOrder()
      const headers = { 'idempotency-key': randomUUID() }
      return { endpoint: createOrder, input: () => ({ body }), token: testIntakeKey, headers }
    },
    { winners: 'all told the same' },
  ),
  race('resend a mail', 2, async ({ context }) => {
    const { orderId } = await context.orderWithDocument('own')
    const body = { orderId, email: 'customer@example.com' }
    return { orderId, endpoint: resendMail, input: () => ({ body }) }
  }),
  race('withdraw a document', 2, async ({ context }) => {
    const { orderId, file1 } = await context.orderWithDocument('own')
    const body = { orderId, file1, reason: 'Another traveller' }
    return { orderId, endpoint: withdrawDocument, input: () => ({ body }) }
  }),
  race(
    'send a proposed document',
    2,
    async ({ context }) => {
      const { id, orderId } = await context.proposal('own')
      return { orderId, endpoint: sendDocuments, input: () => ({ body: { proposals: [{ id, orderId }] } }) }
    },
    { entries: 2 },
  ),
  race(
    'accept a file of a mail',
    1,
    async ({ context }) => {
      const body = await context.orderWithMailedFile('own')
      return { orderId: body.orderId, endpoint: acceptMessageFile, input: () => ({ body }) }
    },
    { entries: 2 },
  ),
  race(
    'approve by an upload',
    1,
    async ({ app }) => {
      const orderId = await createTestOrder(app)
      const body = { orderId, email: 'customer@example.com', expectedStatus: 'New', expectedDocuments: 0 }
      const file = asFile(pdf, 'approved.pdf')
      return { orderId, endpoint: uploadDocument, input: () => ({ body, file }) }
    },
    { entries: 2 },
  ),
]
