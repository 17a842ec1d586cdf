import { beforeAll, beforeEach, expect, test } from 'vitest'
import { changeView, listViews, maxViews, pinView, saveView } from '#contract/views.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp } from '../support/use-test-app.ts'

const tokens = { Team: '', 'Night Staff': '', Manager: '', Telecaller: '' }
type Who = keyof typeof tokens

const app = useTestApp()
beforeAll(async () => {
  for (const role of ['Team', 'Night Staff', 'Manager', 'Telecaller'] as const)
    tokens[role] = await app.signInAs(role)
})
beforeEach(async () => {
  await app.owner.deleteFrom('view_pins').execute()
  await app.owner.deleteFrom('views').execute()
})

const view = {
  name: 'Priority, mine',
  queue: 'openOrder',
  filters: { mode: 'priority' },
  sort: 'due_at',
  order: 'asc',
  isShared: false,
  isPinned: true,
} as const

const save = (who: Who, changes: object = {}) => app.as(who).call(saveView, { body: { ...view, ...changes } })
const saved = async (who: Who, changes: object = {}) => (await save(who, changes)).body.data.id
const list = async (who: Who) => (await app.as(who).call(listViews)).body.data
const names = async (who: Who) => (await list(who)).map(({ name }) => name)
const change = (who: Who, id: number, body: object) => app.as(who).call(changeView, { params: { id }, body })

test('a view is visible to its owner only, with its list, pin and current count (product §12)', async () => {
  const id = await saved('Team')
  const [before] = await list('Team')
  const { name, queue, filters, sort, order } = view
  expect(before).toEqual({
    id,
    name,
    queue,
    filters,
    sort,
    order,
    is_shared: false,
    is_pinned: true,
    count: 0,
    more: false,
  })
  await createTestOrder(app, { processing_mode: 'priority' })
  expect((await list('Team'))[0]?.count).toBe(1)
  expect(await names('Night Staff')).toEqual([])
  expect((await change('Night Staff', id, { name: 'Taken' })).http).toBe(404)
})

test('a shared view is created and changed by Admins and Managers only; every member pins it separately', async () => {
  expect((await save('Team', { isShared: true })).http).toBe(403)
  const id = await saved('Manager', { isShared: true, isPinned: false })
  const refused = await change('Team', id, { name: 'Mine now' })
  expect([refused.http, refused.body.message]).toEqual([
    403,
    'Only Admins and Managers change the views of all.',
  ])
  const pin = (who: Who, isPinned: boolean) =>
    app.as(who).call(pinView, { params: { id }, body: { isPinned } })
  await saved('Team', { name: 'Own' })
  await pin('Team', true)
  expect((await pin('Team', true)).http).toBe(200)
  expect((await list('Team')).map((it) => [it.is_shared, it.is_pinned])).toEqual([
    [false, true],
    [true, true],
  ])
  expect((await list('Manager')).map((it) => it.is_pinned)).toEqual([false])
  await pin('Manager', true)
  await pin('Team', false)
  expect((await list('Team')).map((it) => it.is_pinned)).toEqual([true, false])
  expect((await list('Manager')).map((it) => it.is_pinned)).toEqual([true])
})

test('a name is unique in any spelling; one of two concurrent saves is refused', async () => {
  await save('Team')
  const again = await save('Team', { name: ' priority, MINE ' })
  expect([again.http, again.body.message]).toEqual([409, 'There is a view named priority, MINE.'])
  expect((await save('Night Staff')).http).toBe(200)
  const both = await Promise.all([save('Team', { name: 'Night' }), save('Team', { name: 'night' })])
  expect(both.map(({ http }) => http).toSorted()).toEqual([200, 409])
})

test('a view is renamed, given another list, deleted, and restored with its pin', async () => {
  await saved('Team', { name: 'Other' })
  const id = await saved('Team')
  expect((await change('Team', id, { name: view.name })).http).toBe(200)
  await change('Team', id, { name: 'Late ones' })
  await change('Team', id, {
    list: { queue: 'openOrder', filters: { urgency: 'late' }, sort: 'created_at', order: 'desc' },
  })
  expect(await list('Team')).toMatchObject([
    { name: 'Late ones', filters: { urgency: 'late' }, sort: 'created_at', order: 'desc' },
    { name: 'Other', filters: view.filters },
  ])
  await change('Team', id, { isDeleted: true })
  expect(await names('Team')).toEqual(['Other'])
  await change('Team', id, { isDeleted: false })
  expect((await list('Team')).map((it) => [it.name, it.is_pinned])).toEqual([
    ['Late ones', true],
    ['Other', true],
  ])
  await change('Team', id, { isDeleted: true })
  await save('Team', { name: 'Late ones' })
  expect((await change('Team', id, { isDeleted: false })).http).toBe(409)
})

test.each([
  [{ filters: { urgency: 'whenever' } }, 400],
  [{ filters: { site: 'a.example', colour: 'red' } }, 400],
  [{ queue: 'completedOrder', filters: {} }, 400],
  [{ name: '  ' }, 400],
])('%o is refused', async (changes, status) => expect((await save('Team', changes)).http).toBe(status))

test('Order History is saved and shown only for roles that may see it', async () => {
  const history = { queue: 'allOrder', sort: 'created_at', order: 'desc', filters: { kind: 'arrival' } }
  expect((await save('Telecaller', history)).http).toBe(403)
  await saved('Manager', { ...history, isShared: true })
  expect(await names('Team')).toEqual([view.name])
  expect(await names('Telecaller')).toEqual([])
})

test(`there are at most ${maxViews} of an owner`, async () => {
  await change('Team', await saved('Team'), { isDeleted: true })
  for (let n = 0; n < maxViews; n++) await save('Team', { name: `View ${n}` })
  expect(await names('Team')).toHaveLength(maxViews)
  const { http, body } = await save('Team', { name: 'One more' })
  expect([http, body.message]).toEqual([400, 'There can be at most 50 views. Please delete one first.'])
})
