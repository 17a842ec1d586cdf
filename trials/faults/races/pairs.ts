import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { correctOrder } from '#contract/corrections.ts'
import { uploadDocument, withdrawDocument } from '#contract/documents.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { moveOrders, undo } from '#contract/moves.ts'
import { createRequest, eraseOrders, planErasure, restrictOrders } from '#contract/privacy.ts'
import { refundOrders } from '#contract/refunds.ts'
import { addRemark } from '#contract/remarks.ts'
import type { Chance } from '#server/demo/random.ts'
import type { Db } from '#server/platform/db/database.ts'
import { aPdf, asFile } from '../../../test/support/document-fixtures.ts'

export interface Answered {
  http: number
  body: { message: string; data?: Record<string, unknown> }
}

/** Calls go to the servers by turns. */
export interface PairArena {
  owner: Db
  chance: Chance
  as(role: 'Admin' | 'Team'): <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Answered>
  newOrder(email: string): Promise<number>
  /** Recipients whose mails of an order the mail server accepted. */
  acceptedOf(orderId: number): readonly string[]
}

export interface Pair {
  name: string
  /** One repetition, run beside others; answers the fault or null. */
  run(arena: PairArena, nth: number): Promise<string | null>
}

const pdf = await aPdf()
const emailOf = (nth: number) => `pair-${nth}-${randomUUID()}@customer.example`

const spreadMs = 400
const anyMoment = ({ chance }: PairArena) => pause(chance.integer(0, spreadMs))

async function untilSettled({ owner }: PairArena, orderId: number): Promise<void> {
  for (;;) {
    const open = await owner
      .selectFrom('mails')
      .select('id')
      .where('order_id', '=', orderId)
      .where('state', 'in', ['queued', 'sending'])
      .execute()
    if (open.length === 0) return
    await pause(500)
  }
}

/** An event during an upload's mail: no delivery attempt that the event forbids may begin after its answer. */
async function duringUpload(
  arena: PairArena,
  nth: number,
  happen: (uploaded: { orderId: number; file1: string; email: string }) => Promise<Answered>,
  mayGoTo: (email: string) => string | null,
): Promise<string | null> {
  const email = emailOf(nth)
  const { orderId, file1 } = await uploaded(arena, email)
  await pause(arena.chance.integer(0, 9000))
  const { http } = await happen({ orderId, file1, email })
  const answeredAt = Date.now()
  if (http !== 200) return `answered ${http}`
  await untilSettled(arena, orderId)
  const { attempted_at: triedAt, state } = await arena.owner
    .selectFrom('mails')
    .select(['attempted_at', 'state'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  // An attempt that had begun cannot be called back.
  if (triedAt === null || triedAt.getTime() <= answeredAt) return null
  const wrong = arena.acceptedOf(orderId).find((to) => to !== mayGoTo(email))
  return wrong ? `a mail left to ${wrong}, and is ${state}` : null
}

function succeeded({ http, body }: Answered): Record<string, unknown> {
  if (http !== 200) throw new Error(`answered ${http}: ${body.message}`)
  return body.data ?? {}
}

async function confirmErasure({ as }: PairArena, email: string, orderId: number) {
  const body = { email, orderId, kinds: ['erasure' as const], channel: 'site' as const }
  const created = await as('Admin')(createRequest, { body })
  const id = String(succeeded(created)['id'])
  const { plan } = succeeded(await as('Admin')(planErasure, { params: { id } }))
  return async () =>
    succeeded(await as('Admin')(eraseOrders, { params: { id }, body: { plan: String(plan) } }))
}

async function untilErased({ owner }: PairArena, orderId: number): Promise<void> {
  for (;;) {
    const open = await owner
      .selectFrom('erasures')
      .select('order_id')
      .where('order_id', '=', orderId)
      .where('done_at', 'is', null)
      .execute()
    if (open.length === 0) return
    await pause(200)
  }
}

const orderRow = ({ owner }: PairArena, orderId: number) =>
  owner.selectFrom('orders').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
const eventsOf = ({ owner }: PairArena, orderId: number) =>
  owner
    .selectFrom('order_events')
    .select(['id', 'action', 'member_id', 'after'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()

const hanging = ['remarks', 'documents', 'mails', 'messages', 'drafts', 'downloads'] as const
async function rowsLeft({ owner }: PairArena, orderId: number): Promise<string[]> {
  const left: string[] = []
  for (const table of hanging)
    if (
      (await owner.selectFrom(table).select('order_id').where('order_id', '=', orderId).execute()).length > 0
    )
      left.push(table)
  return left
}

async function refunded({ as, newOrder }: PairArena, email: string) {
  const orderId = await newOrder(email)
  await as('Team')(moveOrders, { body: { orderId, updatingStatus: 'Refunds' } })
  const { body } = await as('Team')(refundOrders, { body: { orderId } })
  return { orderId, token: String(body.data?.['undo']) }
}

async function uploaded({ as, newOrder }: PairArena, email: string) {
  const orderId = await newOrder(email)
  const file = asFile(pdf, 'approved.pdf')
  const { body } = await as('Team')(uploadDocument, { body: { orderId, email }, file })
  return { orderId, file1: String(body.data?.['file1']) }
}

/** Two simultaneous events, and how the second affects the first. */
export const pairs: readonly Pair[] = [
  {
    name: 'an order becomes a chargeback between the confirmation of its erasure and its turn',
    async run(arena, nth) {
      const email = emailOf(nth)
      const { orderId } = await uploaded(arena, email)
      await arena.owner.updateTable('mails').set({ state: 'sent' }).where('order_id', '=', orderId).execute()
      const confirm = await confirmErasure(arena, email, orderId)
      await confirm()
      await anyMoment(arena)
      const moved = await arena.as('Team')(moveOrders, { body: { orderId, updatingStatus: 'ChargeBack' } })
      await untilErased(arena, orderId)
      const { erased_at: erasedAt, process_status: status } = await orderRow(arena, orderId)
      return moved.http === 200 && status === 'ChargeBack' && erasedAt ? 'the evidence is gone' : null
    },
  },
  {
    name: 'a write comes while its order is erased',
    async run(arena, nth) {
      const email = emailOf(nth)
      const orderId = await arena.newOrder(email)
      const confirm = await confirmErasure(arena, email, orderId)
      await confirm()
      await anyMoment(arena)
      const team = arena.as('Team')
      const changes = { email: `again-${email}`, arrival_full_name: 'Once Again' }
      const writes = [
        () => team(correctOrder, { body: { orderId, changes, reason: 'Told so.' } }),
        () => team(addRemark, { body: { orderId, remark: 'Seen.' } }),
        () => team(uploadDocument, { body: { orderId, email }, file: asFile(pdf, 'approved.pdf') }),
      ]
      await Promise.all(writes.map((write) => write()))
      await untilErased(arena, orderId)
      const row = await orderRow(arena, orderId)
      if (!row.erased_at) return 'it is not erased'
      const left = await rowsLeft(arena, orderId)
      return row.email === '' && row.full_name === '' && left.length === 0
        ? null
        : `left: ${[row.email, row.full_name, ...left].filter(Boolean).join(', ')}`
    },
  },
  {
    name: 'a member moves an order while it is restricted',
    async run(arena, nth) {
      const email = emailOf(nth)
      const orderId = await arena.newOrder(email)
      const body = { email, orderId, kinds: ['restriction' as const], channel: 'site' as const }
      const id = String((await arena.as('Admin')(createRequest, { body })).body.data?.['id'])
      const move = async () => {
        await pause(arena.chance.integer(0, 20))
        return arena.as('Team')(moveOrders, { body: { orderId, updatingStatus: 'Awaiting' } })
      }
      await Promise.all([
        arena.as('Admin')(restrictOrders, { params: { id }, body: { restricted: true } }),
        move(),
      ])
      const actions = (await eventsOf(arena, orderId)).map(({ action }) => action)
      return actions.lastIndexOf('moved') > actions.indexOf('restricted') ? 'it was moved afterwards' : null
    },
  },
  {
    name: 'an undo comes while its mail waits, is tried or was deferred',
    async run(arena, nth) {
      const { orderId, token } = await refunded(arena, emailOf(nth))
      await pause(arena.chance.integer(8000, 24_000))
      const undone = await arena.as('Team')(undo, { body: { undo: token } })
      const mailed = Object(undone.body.data).mailed as number[] | undefined
      await untilSettled(arena, orderId)
      const hasLeft = arena.acceptedOf(orderId).length > 0
      if (undone.http !== 200) return `undo answered ${undone.http}`
      return hasLeft === (mailed?.includes(orderId) ?? false)
        ? null
        : `left: ${hasLeft}, told: ${mailed?.length ?? 0}`
    },
  },
  {
    name: 'a document is withdrawn while its mail waits, is tried or was deferred',
    run: (arena, nth) =>
      duringUpload(
        arena,
        nth,
        ({ orderId, file1 }) =>
          arena.as('Team')(withdrawDocument, { body: { orderId, file1, reason: 'Wrong one.' } }),
        () => null,
      ),
  },
  {
    name: 'an order is deleted while its mail waits, is tried or was deferred',
    run: (arena, nth) =>
      duringUpload(
        arena,
        nth,
        ({ orderId }) => arena.as('Team')(moveOrders, { body: { orderId, updatingStatus: 'Deleted' } }),
        () => null,
      ),
  },
  {
    name: 'an address is corrected while its mail waits, is tried or was deferred',
    run: (arena, nth) =>
      duringUpload(
        arena,
        nth,
        ({ orderId, email }) =>
          arena.as('Team')(correctOrder, {
            body: { orderId, changes: { email: `right-${email}` }, reason: 'A typing error.' },
          }),
        (email) => `right-${email}`,
      ),
  },
]
