import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { changeMatchingOrders } from '#contract/bulk-runs.ts'
import { assignOrders } from '#contract/moves.ts'
import { filterOptions, listOrders, searchOrders } from '#contract/orders.ts'
import { filterNames, listFilters, type FilterName, type ListFilters } from '#contract/rules/list-filters.ts'
import { sealContent } from '#server/platform/mail/mail-content.ts'
import { createTestOrder } from '../support/orders.ts'
import { receiveReply } from '../support/replies.ts'
import { memberNames } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

let token = ''
let memberId = 0
const now = Date.parse('2026-11-20T10:00:00Z')

type Name = 'mine' | 'other' | 'departure' | 'bounced' | 'mended' | 'reply'
const ids: Record<Name, number> = { mine: 0, other: 0, departure: 0, bounced: 0, mended: 0, reply: 0 }

const insertMail = (orderId: number, state: 'bounced' | 'sent', secondsAgo: number) => {
  const at = new Date(now - secondsAgo * 1000)
  return app.owner
    .insertInto('mails')
    .values({
      order_id: orderId,
      ...sealContent(app.platform.seal, randomUUID(), { kind: 'invoice', subject: 'Invoice', props: {} }),
      recipient: 'wrong@example.com',
      provider: 'AWS',
      state,
      created_at: at,
      not_before: at,
      state_at: at,
    })
    .execute()
}

const app = useTestApp({ clock: () => new Date(now) })
beforeAll(async () => {
  token = await app.signInAs('Team')
  const member = await app.owner
    .selectFrom('members')
    .select('id')
    .where('name', '=', memberNames.Team)
    .executeTakeFirstOrThrow()
  memberId = member.id
  ids.mine = await createTestOrder(app, { arrival_doa: '2026-11-21', arrival_nationality: 'China' })
  ids.other = await createTestOrder(app, {
    arrival_doa: '2026-12-24',
    arrival_nationality: 'Vietnam',
    processing_mode: 'priority',
    landing_domain: 'arrival.other.example',
    gateway: 'Stripe SG',
  })
  ids.departure = await createTestOrder(app, { landing_domain: 'departure.pabean.example' })
  for (const name of ['bounced', 'mended', 'reply'] as const)
    ids[name] = await createTestOrder(app, { arrival_doa: '2026-11-23', arrival_nationality: 'Japan' })
  await app.call(assignOrders, { body: { orderId: [ids.mine], assignto: memberNames.Team } }, { token })
  await app.owner.deleteFrom('mails').execute()
  await insertMail(ids.bounced, 'bounced', 10)
  await insertMail(ids.mended, 'bounced', 10)
  await insertMail(ids.mended, 'sent', 5)
  await receiveReply(app, ids.reply)
})

const nameOf = (orderId: number) => Object.entries(ids).find(([, id]) => id === orderId)?.[0]
const list = async (filters: ListFilters, role: 'Team' | 'Admin' = 'Team') => {
  const query = { limit: 100, ...filters }
  const as = role === 'Team' ? token : await app.signInAs(role)
  const { body } = await app.call(listOrders, { params: { orderName: 'allOrder' }, query }, { token: as })
  return { count: body.count, names: body.data.map((row) => nameOf(row.order_id)).toSorted() }
}

test.each<[ListFilters, Name[]]>([
  [{ assignee: 'me' }, ['mine']],
  [{ assignee: 'nobody' }, ['bounced', 'departure', 'mended', 'other', 'reply']],
  [{ mail: 'bounced' }, ['bounced']],
  [{ mail: 'sent,bounced' }, ['bounced', 'mended']],
  [{ mail: 'none' }, ['departure', 'mine', 'other', 'reply']],
  [{ reply: 'open' }, ['reply']],
  [{ site: 'arrival.other.example' }, ['other']],
  [{ gateway: 'Stripe SG' }, ['other']],
  [{ gateway: 'unknown', kind: 'departure' }, ['departure']],
  [{ nationality: 'CN,VN' }, ['mine', 'other']],
  [{ kind: 'departure' }, ['departure']],
  [{ mode: 'priority' }, ['other']],
  [{ travelFrom: '2026-11-22', travelUntil: '2026-11-23' }, ['bounced', 'mended', 'reply']],
  [{ nationality: 'JP', mail: 'none' }, ['reply']],
])('%o leaves %o', async (filters, names) => {
  expect(await list(filters)).toEqual({ count: names.length, names })
})

test('a member is filtered by id; search and bulk changes apply the filters too', async () => {
  expect((await list({ assignee: String(memberId) })).names).toEqual(['mine'])
  const { body } = await app.call(
    searchOrders,
    { body: { searchVal: String(ids.bounced).slice(0, 3), folderName: 'newOrder', reply: 'open' } },
    { token },
  )
  expect(body.data.map((row) => row.order_id)).toEqual([ids.reply])
  const changed = await app.call(
    changeMatchingOrders,
    {
      body: {
        orders: { folderName: 'newOrder', reply: 'open', expectedCount: 2 },
        action: { kind: 'assign', assignto: memberNames.Team },
      },
    },
    { token },
  )
  expect([changed.http, changed.body.message]).toEqual([
    409,
    'The list has 1 of these orders now. Nothing was changed.',
  ])
})

test('an invalid filter value is refused with the name of the filter', async () => {
  const wrong: Record<FilterName, string> = {
    assignee: 'Rizky',
    urgency: 'late,whenever',
    mail: 'lost',
    reply: 'closed',
    site: 'two words',
    gateway: 'Stripe,',
    nationality: 'China',
    kind: 'transit',
    mode: 'slow',
    request: 'closed',
    dispute: 'lost',
    travelFrom: '2026-02-30',
    travelUntil: 'tomorrow',
  }
  for (const name of filterNames) {
    const query = { [name]: wrong[name] }
    const { http, body } = await app.call(listOrders, { params: { orderName: 'newOrder' }, query }, { token })
    expect([http, body.message], name).toEqual([400, listFilters[name].refusal])
  }
})

test('the nationality of a restricted order is hidden from roles that cannot see the order (product §12)', async () => {
  await app.owner
    .updateTable('orders')
    .set({ restricted_at: new Date(now) })
    .where('order_id', '=', ids.other)
    .execute()
  expect((await list({ nationality: 'VN' })).names).toEqual([])
  expect((await list({ nationality: 'VN' }, 'Admin')).names).toEqual(['other'])
  expect((await list({ mode: 'priority' })).names).toEqual(['other'])
})

test('the options list members including removed ones, sites and nationalities', async () => {
  await app.owner
    .updateTable('members')
    .set({ removed_at: new Date(now) })
    .where('name', '=', memberNames.Telecaller)
    .execute()
  const { body } = await app.call(filterOptions, {}, { token })
  expect(body.data.members).toContainEqual({ id: memberId, name: memberNames.Team, removed: false })
  expect(body.data.members).toContainEqual(
    expect.objectContaining({ name: memberNames.Telecaller, removed: true }),
  )
  expect(body.data.sites).toEqual(
    expect.arrayContaining(['arrival.other.example', 'departure.pabean.example']),
  )
  expect(body.data.nationalities).toEqual(expect.arrayContaining(['CN', 'JP', 'VN']))
})
