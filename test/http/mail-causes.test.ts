import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import { correctOrder } from '#contract/corrections.ts'
import { resendMail, uploadDocument, withdrawDocument } from '#contract/documents.ts'
import { sendInvoice } from '#contract/invoices.ts'
import { answerMessage } from '#contract/messages.ts'
import { moveOrders, undo } from '#contract/moves.ts'
import { getOrder } from '#contract/order-details.ts'
import { askCustomer } from '#contract/questions.ts'
import { refundOrders } from '#contract/refunds.ts'
import { settleRequest } from '#contract/requests.ts'
import { mailTemplates } from '#server/mail-templates.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { createMailWorker, sendDueMails } from '#server/platform/mail/mail-worker.ts'
import { MailFailure, type OutgoingMail, type Transport } from '#server/platform/mail/transport.ts'
import { queueLinkMail } from '#server/visitor/order-link.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { createTestOrder } from '../support/orders.ts'
import type { TestApp } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

let token: string
let now = new Date('2026-11-20T08:00:00Z')
/** Ids of the orders whose mails a provider accepted, and to whom. */
const accepted: { orderId: number; to: string }[] = []

const app = useTestApp({ clock: () => now })
beforeEach(async () => {
  token = await app.signInWith('made.manager@pabean.example')
})

const act: TestApp['call'] = async (endpoint, input) => {
  const answer = await app.call(endpoint, input, { token })
  expect([answer.http, answer.body.message]).toEqual([200, answer.body.message])
  return answer
}

/** What caused a mail. */
interface Cause {
  orderId: number
  undo: string | null
  file1: string
  mailId: string
}

const newestMail = (orderId: number) =>
  app.platform.db
    .selectFrom('mails')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

const causeOf = async (
  orderId: number,
  caused: { undo?: string | null; file1?: string } = {},
): Promise<Cause> => ({
  orderId,
  undo: caused.undo ?? null,
  file1: caused.file1 ?? '',
  mailId: (await newestMail(orderId)).id,
})

const anOrder = () => createTestOrder(app, { amount: '49.00', currency: 'USD', email: 'buyer@example.com' })

async function upload(orderId: number) {
  const file = asFile(await aPdf(), 'approved.pdf')
  return (await act(uploadDocument, { body: { orderId, email: 'buyer@example.com' }, file })).body.data
}

/** Each kind of mail to a customer, and what causes it. */
const causes: Record<string, () => Promise<Cause>> = {
  async approved() {
    const orderId = await anOrder()
    return causeOf(orderId, await upload(orderId))
  },
  async reminder() {
    const orderId = await anOrder()
    const caused = await upload(orderId)
    await app.platform.db
      .updateTable('mails')
      .set({ state: 'sent' })
      .where('order_id', '=', orderId)
      .execute()
    now = new Date(now.getTime() + 60_000)
    await act(resendMail, { body: { orderId, email: 'buyer@example.com' } })
    return causeOf(orderId, { file1: caused.file1 })
  },
  async question() {
    const orderId = await anOrder()
    const asked = await act(askCustomer, { body: { orderId, fields: ['arrival_flight_number'], text: '' } })
    return causeOf(orderId, asked.body.data)
  },
  async refund() {
    const orderId = await anOrder()
    await act(moveOrders, { body: { orderId, updatingStatus: 'Refunds' } })
    return causeOf(orderId, (await act(refundOrders, { body: { orderId } })).body.data)
  },
  async request() {
    const orderId = await anOrder()
    await app.owner
      .insertInto('customer_requests')
      .values({ order_id: orderId, about: 'wrong', asked_at: now })
      .execute()
    const refused = await act(settleRequest, { body: { orderId, as: 'refused', text: 'It is right.' } })
    return causeOf(orderId, refused.body.data)
  },
  async invoice() {
    const orderId = await anOrder()
    await act(sendInvoice, { body: { orderId } })
    return causeOf(orderId)
  },
  async answer() {
    const orderId = await anOrder()
    await act(answerMessage, { body: { orderId, text: 'We are on it.' } })
    return causeOf(orderId)
  },
  async link() {
    const orderId = await anOrder()
    await app.owner
      .updateTable('orders')
      .set({ email: 'other@example.com' })
      .where('order_id', '<>', orderId)
      .execute()
    const request = { email: 'buyer@example.com', isTooMuch: false, mailId: randomUUID() }
    const { db, clock } = app.platform
    await inTransaction(db, (tx) => queueLinkMail({ ...app.platform, tx, now: clock() }, request))
    now = new Date(now.getTime() + 1)
    return causeOf(orderId)
  },
}

/** Of no order, but of a person, which nothing of an order ends. */
const personal = ['access', 'privacy', 'account', 'reset', 'dispute', 'silence']

/** What ends a cause, and of which kinds; the others have no such end. */
const ends: Record<string, { kinds: readonly string[]; happen: (cause: Cause) => Promise<unknown> }> = {
  'is undone': {
    kinds: ['approved', 'question', 'refund', 'request'],
    happen: (cause) => act(undo, { body: { undo: cause.undo ?? '' } }),
  },
  'has its document withdrawn': {
    kinds: ['approved', 'reminder'],
    happen: ({ orderId, file1 }) => act(withdrawDocument, { body: { orderId, file1, reason: 'Wrong one.' } }),
  },
  'has its document replaced': {
    kinds: ['approved', 'reminder'],
    happen: async ({ orderId, file1 }) => {
      const file = asFile(await aPdf('Another'), 'other.pdf')
      await act(uploadDocument, { body: { orderId, email: 'other@example.com', replaces: file1 }, file })
      await app.platform.db.deleteFrom('mails').where('recipient', '=', 'other@example.com').execute()
    },
  },
  'has its order deleted': {
    kinds: Object.keys(causes),
    happen: ({ orderId }) => act(moveOrders, { body: { orderId, updatingStatus: 'Deleted' } }),
  },
  'has its order restricted': {
    kinds: Object.keys(causes),
    happen: ({ orderId }) =>
      app.owner.updateTable('orders').set({ restricted_at: now }).where('order_id', '=', orderId).execute(),
  },
  'has its question ended': {
    kinds: ['question'],
    happen: ({ orderId }) =>
      app.owner
        .updateTable('customer_questions')
        .set({ ended_at: now, ended_as: 'answered' })
        .where('order_id', '=', orderId)
        .execute(),
  },
}

test('each kind of mail is of an order, and has its cause here, or of a person', () => {
  const kinds = mailTemplates.map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual([...Object.keys(causes), ...personal].toSorted())
})

const rows = Object.entries(ends).flatMap(([end, { kinds }]) => kinds.map((kind) => [kind, end] as const))

/** A provider that answers when it is told how. */
function heldTransport() {
  const provider = new EventEmitter()
  const called = once(provider, 'call')
  const answered = once(provider, 'answer')
  const transport: Transport = {
    async send(mail: OutgoingMail) {
      provider.emit('call')
      const [answer] = await answered
      if (answer === 'defers') throw new MailFailure('moment', 'Try again later.')
      accepted.push({ orderId: Number(mail.from.address.split('@')[0]), to: mail.to })
      return mail.messageId
    },
    open: async () => {},
    wasSent: async () => 'unclear',
  }
  const respond = (answer: 'accepts' | 'defers') => void provider.emit('answer', answer)
  return { transport, called, respond }
}

const sendDue = (transport: Transport) =>
  sendDueMails(createMailWorker(app.platform, mailTemplates, { transports: () => transport }), 50)

/** All that is due from here on leaves, however often it was deferred. */
async function sendTheRest() {
  for (let round = 0; round < 3; round++) {
    now = new Date(now.getTime() + 20 * 60_000)
    const { transport, respond } = heldTransport()
    respond('accepts')
    await sendDue(transport)
  }
}

const hasLeft = ({ orderId }: Cause) => accepted.some((mail) => mail.orderId === orderId)
const stateOf = async ({ mailId }: Cause) =>
  (
    await app.platform.db
      .selectFrom('mails')
      .select('state')
      .where('id', '=', mailId)
      .executeTakeFirstOrThrow()
  ).state

async function caused(kind: string): Promise<Cause> {
  await app.platform.db
    .updateTable('mails')
    .set({ state: 'cancelled' })
    .where('state', '=', 'queued')
    .execute()
  const make = causes[kind]
  if (!make) throw new Error(`no cause of ${kind}`)
  return make()
}

test.each(rows)('a mail of kind %s that waits does not leave once it %s', async (kind, end) => {
  const cause = await caused(kind)
  await ends[end]?.happen(cause)
  await sendTheRest()
  expect([hasLeft(cause), await stateOf(cause)]).toEqual([false, 'cancelled'])
})

test.each(rows)('a mail of kind %s that was deferred leaves no more once it %s', async (kind, end) => {
  const cause = await caused(kind)
  now = new Date(now.getTime() + 61_000)
  const { transport, called, respond } = heldTransport()
  const trying = sendDue(transport)
  await called
  const ended = ends[end]?.happen(cause)
  respond('defers')
  await Promise.all([trying, ended])
  await sendTheRest()
  expect([hasLeft(cause), await stateOf(cause)]).toEqual([false, 'cancelled'])
})

test('an undo while a mail is being tried is told that it has left, or that it has not', async () => {
  for (const [answer, mailed] of [
    ['accepts', true],
    ['defers', false],
  ] as const) {
    const cause = await caused('refund')
    now = new Date(now.getTime() + 61_000)
    const { transport, called, respond } = heldTransport()
    const trying = sendDue(transport)
    await called
    const undoing = act(undo, { body: { undo: cause.undo ?? '' } })
    respond(answer)
    await trying
    const { data, message } = (await undoing).body
    expect([data.mailed, message]).toEqual(
      mailed ? [[cause.orderId], 'Undone. The mail has left.'] : [[], 'Undone.'],
    )
    await sendTheRest()
    expect(hasLeft(cause)).toBe(mailed)
    const again = await app.call(
      resendMail,
      { body: { orderId: cause.orderId, email: 'buyer@example.com', mailId: cause.mailId } },
      { token },
    )
    expect(again.http).toBe(409)
  }
})

test.each(['waits', 'was deferred'])(
  'a mail that %s goes to the corrected address, and says so there',
  async (phase) => {
    const cause = await caused('approved')
    const { orderId } = cause
    const correct = () =>
      act(correctOrder, {
        body: { orderId, changes: { email: 'right@example.com' }, reason: 'A typing error.' },
      })
    if (phase === 'waits')
      expect((await correct()).body.message).toBe(
        'Order has been corrected successfully. 1 mail that waits goes to the new address.',
      )
    else {
      now = new Date(now.getTime() + 61_000)
      const { transport, called, respond } = heldTransport()
      const trying = sendDue(transport)
      await called
      await correct()
      respond('defers')
      await trying
    }
    await sendTheRest()
    expect(accepted.filter((mail) => mail.orderId === orderId)).toEqual([
      { orderId, to: 'right@example.com' },
    ])
    const { mailHistory } = (await act(getOrder, { params: { orderId } })).body.orderDetails
    expect(mailHistory).toMatchObject([{ to: 'right@example.com', state: 'sent' }])
  },
)
