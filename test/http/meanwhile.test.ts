import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { readDocument } from '#contract/documents.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { defencePackDetails, defencePackPdf } from '#contract/packs.ts'
import { previewQuestion } from '#contract/questions.ts'
import { can, type Permission } from '#contract/rules/roles.ts'
import { secretHash } from '#server/platform/auth/tokens.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { duringChange } from '../support/during-change.ts'
import { createCaseContext, type CaseContext } from './roles/case-context.ts'
import { cases, type Case } from './roles/cases.ts'
import { useTestApp } from '../support/use-test-app.ts'

let context: CaseContext

const app = useTestApp()
beforeAll(async () => {
  context = await createCaseContext(app, 'Team')
})

/** What happens to an order, or to the caller, between the beginning of a call and its lock. */
const events: Record<string, (tx: Tx, orderId: number, token: string) => Promise<unknown>> = {
  'is erased': (tx, orderId) =>
    sql`update orders set erased_at = '2026-11-20', restricted_at = null where order_id = ${orderId}`.execute(
      tx,
    ),
  'is restricted': (tx, orderId) =>
    sql`update orders set restricted_at = '2026-11-20' where order_id = ${orderId}`.execute(tx),
  'is deleted': (tx, orderId) =>
    sql`update orders set process_status = 'Deleted' where order_id = ${orderId}`.execute(tx),
  'is disputed': (tx, orderId) =>
    sql`update orders set process_status = 'ChargeBack' where order_id = ${orderId}`.execute(tx),
  'loses the caller, who is removed': async (tx, orderId, token) => {
    await sql`select from orders where order_id = ${orderId} for update`.execute(tx)
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      sid: string
    }
    await sql`update sessions set revoked_at = '2026-11-20' where id = ${sid}`.execute(tx)
  },
}

/** The order of what a token undoes. */
const orderOfToken = async (undo: string) => {
  const { rows } = await sql<{ orderId: number }>`
    select e.order_id as "orderId" from undo_tokens t join order_events e on e.id = any(t.event_ids)
    where t.token_hash = ${secretHash(undo)}`.execute(app.owner)
  return rows[0]?.orderId
}

/** The order that an input names. */
const orderOf = async (input: unknown): Promise<number | undefined> => {
  const { body = {}, params = {} } = input as Record<'body' | 'params', Record<string, unknown> | undefined>
  if (typeof body['undo'] === 'string') return orderOfToken(body['undo'])
  const [proposed] = Array.isArray(body['proposals']) ? (body['proposals'] as { orderId: number }[]) : []
  const named = [body['orderId'], params['orderId'], proposed?.orderId].flat()
  return named.find((id) => typeof id === 'number')
}

/** They wait for nobody: they were answered before. */
const reading: ReadonlySet<Endpoint> = new Set<Endpoint>([
  previewQuestion,
  defencePackDetails,
  defencePackPdf,
  readDocument,
])

const writing = cases.filter(
  ({ endpoint }) =>
    endpoint.method !== 'GET' && !reading.has(endpoint) && can('Team', endpoint.allow as Permission),
)

/** The calls of the table in docs/data-model.md. */
const documented = [...readFileSync('docs/data-model.md', 'utf8').matchAll(/^\| `(\/admin\/[\w-]+)` \|/gm)]
  .map(([, path = '']) => path)
  .toSorted()

test.each(Object.keys(events))(
  'an order that %s while a call waits for it is judged as if the call had come afterwards',
  async (event) => {
    const happen = events[event] ?? (async () => {})
    const answer = async ({ endpoint, prepare }: Case, isMeanwhile: boolean) => {
      const { token } = context
      const input = await prepare(context, 'own')
      const orderId = await orderOf(input)
      if (orderId === undefined) return undefined
      const call = () => app.call(endpoint, input as never, { token })
      const change = (tx: Tx) => happen(tx, orderId, token)
      if (!isMeanwhile) await app.owner.transaction().execute(change)
      const { http, body } = await (isMeanwhile ? duringChange(app, change, call) : call())
      return [http, body.message.replaceAll(/\d+/g, 'N')]
    }
    const told: [path: string, answer: unknown][] = []
    const afterwards: unknown[] = []
    for (const one of writing) {
      const meanwhile = await answer(one, true)
      if (!meanwhile) continue
      if (event.startsWith('loses')) context = await createCaseContext(app, 'Team')
      told.push([one.endpoint.path, meanwhile])
      afterwards.push([one.endpoint.path, await answer(one, false)])
      if (event.startsWith('loses')) context = await createCaseContext(app, 'Team')
    }
    expect([...new Set(told.map(([path]) => path))].toSorted()).toEqual(documented)
    expect(told).toEqual(afterwards)
  },
)
