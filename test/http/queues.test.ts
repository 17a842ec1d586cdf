import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { assignOrders, deleteOrders, moveOrders, undo } from '#contract/moves.ts'
import { listOrders } from '#contract/orders.ts'
import { addDays, jakartaToday } from '#contract/rules/dates.ts'
import { exclusiveQueueNames } from '#contract/rules/queues.ts'
import { moveTargets } from '#contract/rules/statuses.ts'
import { compactCounts } from '#server/orders/counts.queries.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames } from '../support/test-app.ts'
import { expectQueuesToAgree } from '../support/queue-consistency.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** The trial `queues` has many more. */
const sequenceCount = Number(process.env['QUEUE_SEQUENCES'] ?? 4)
const writerCount = Number(process.env['QUEUE_WRITERS'] ?? 12)
/** One hour before midnight in Jakarta (UTC+7). */
const start = Date.parse('2026-11-20T16:00:00Z')
const hour = 60 * 60_000
let elapsed = 0
const actors: { token: string; id: number; name: string; mayDelete: boolean }[] = []
const orderIds: number[] = []
const undoTokens: { actor: number; token: string }[] = []

const app = useTestApp({ clock: () => new Date(start + elapsed) })
beforeAll(async () => {
  for (const role of ['Admin', 'Manager', 'Team', 'Night Staff'] as const) {
    const token = await app.signInAs(role)
    const row = await app.platform.db
      .selectFrom('members')
      .select('id')
      .where('name', '=', memberNames[role])
      .executeTakeFirstOrThrow()
    actors.push({
      token,
      id: row.id,
      name: memberNames[role],
      mayDelete: role === 'Admin' || role === 'Manager',
    })
  }
})

type Step =
  | { kind: 'intake'; travelIn: number | null; mode: 'standard' | 'priority' | 'future' }
  | { kind: 'claim' | 'giveBack' | 'delete'; actor: number; picks: number[] }
  | { kind: 'move'; actor: number; picks: number[]; target: number }
  | { kind: 'undo'; pick: number }
  | { kind: 'pass'; hours: number }

const orderPicks = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 4 })
const actorIndex = fc.nat(3)
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('intake' as const),
      travelIn: fc.option(fc.integer({ min: -2, max: 9 })),
      mode: fc.constantFrom('standard' as const, 'priority' as const, 'future' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('claim' as const, 'giveBack' as const, 'delete' as const),
      actor: actorIndex,
      picks: orderPicks,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      actor: actorIndex,
      picks: orderPicks,
      target: fc.nat(moveTargets.length - 1),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), pick: fc.nat(10_000) }) },
)
/** Steps that also move the clock, for a single writer only: other writers' sessions would end. */
const stepsWithClock = fc.oneof(
  { weight: 12, arbitrary: steps },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 2 }) }),
  },
)

const itemAt = <T>(list: T[], index: number): T | undefined => list[index % Math.max(list.length, 1)]
const pickOrderIds = (indexes: number[]) =>
  indexes.map((index) => itemAt(orderIds, index)).filter((id) => id !== undefined)

async function runStep(step: Step): Promise<void> {
  if (step.kind === 'pass') {
    elapsed += step.hours * hour
    return
  }
  if (step.kind === 'intake') {
    const today = jakartaToday(app.platform.clock())
    const doa = step.travelIn === null ? {} : { arrival_doa: addDays(today, step.travelIn) }
    orderIds.push(await createTestOrder(app, { ...doa, processing_mode: step.mode }))
    return
  }
  if (step.kind === 'undo') {
    const offered = itemAt(undoTokens, step.pick)
    const who = offered && actors[offered.actor]
    if (!who) return
    const { http } = await app.call(undo, { body: { undo: offered.token } }, { token: who.token })
    expect([200, 409]).toContain(http)
    return
  }
  const who = actors[step.actor]
  const orderId = pickOrderIds(step.picks)
  if (!who || orderId.length === 0) return
  const { http, body } = await runActorStep(step, who, orderId)
  expect([200, 403, 409]).toContain(http)
  if (http === 200 && body.data.undo) undoTokens.push({ actor: step.actor, token: body.data.undo })
}

function runActorStep(
  step: Extract<Step, { actor: number }>,
  who: { token: string; name: string },
  orderId: number[],
) {
  const as = { token: who.token }
  switch (step.kind) {
    case 'claim':
      return app.call(assignOrders, { body: { orderId, assignto: who.name } }, as)
    case 'giveBack':
      return app.call(assignOrders, { body: { orderId, assignto: null } }, as)
    case 'delete':
      return app.call(deleteOrders, { body: { orderId, updatingStatus: 'Deleted' } }, as)
    case 'move': {
      const updatingStatus = moveTargets[step.target] ?? 'Awaiting'
      // Move to Delete accepts a single order.
      const those = updatingStatus === 'Deleted' ? orderId.slice(0, 1) : orderId
      return app.call(moveOrders, { body: { orderId: those, updatingStatus } }, as)
    }
  }
}

/** Renews the sessions, which last twelve hours, between sequences that move the clock. */
async function signInAgain() {
  for (const who of actors) {
    const email = `${who.name.toLowerCase().replace(' ', '.')}@pabean.example`
    who.token = await app.signInWith(email)
  }
}

test('counts, lists and rules agree after any sequence of intake, claims, moves, deletes and undo, across midnights', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepsWithClock, { minLength: 15, maxLength: 40 }), async (sequence) => {
      // Each sequence starts one hour before midnight in Jakarta and moves the clock by at most five hours.
      elapsed = Math.ceil(elapsed / (24 * hour)) * 24 * hour
      await signInAgain()
      let passed = 0
      for (const step of sequence) {
        if (step.kind === 'pass' && (passed += step.hours) > 10) continue
        await runStep(step)
      }
      await expectQueuesToAgree(app, actors)
    }),
    { numRuns: sequenceCount, endOnFailure: true },
  )
})

test('counts, lists and rules agree after concurrent writers, while counter rows are folded and read (product §2)', async () => {
  await signInAgain()
  const programs = fc.sample(fc.array(steps, { minLength: 12, maxLength: 12 }), {
    numRuns: writerCount,
    seed: 20261120,
  })
  let writing = true
  const reading = (async () => {
    while (writing) {
      for (const orderName of exclusiveQueueNames) {
        const token = actors[0]?.token ?? ''
        const { body } = await app.call(
          listOrders,
          { params: { orderName }, query: { limit: 500 } },
          { token },
        )
        expect(body.data.length, `${orderName} while others write`).toBe(Math.min(body.count, 500))
      }
      await inTransaction(app.platform.db, (tx) =>
        compactCounts(tx, jakartaToday(new Date(start + elapsed)), 0),
      )
    }
  })()
  await Promise.all(
    programs.map(async (program) => {
      for (const step of program) await runStep(step)
    }),
  )
  writing = false
  await reading
  await expectQueuesToAgree(app, actors)
})
