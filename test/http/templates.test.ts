import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { deleteTemplate, listTemplates, maxTemplates, saveTemplate } from '#contract/templates.ts'
import { memberNames } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const tokens = { Team: '', Manager: '', Admin: '', Telecaller: '' }
type Who = keyof typeof tokens

const app = useTestApp()
beforeAll(async () => {
  for (const role of ['Team', 'Manager', 'Admin', 'Telecaller'] as const)
    tokens[role] = await app.signInAs(role)
})
beforeEach(() => app.owner.deleteFrom('templates').execute())

const template = {
  purpose: 'answer' as const,
  name: 'Passport photo',
  texts: { en: 'Dear {name}, please send a photo for {order_id}.', vi: 'Kính gửi {name} ({order_id})' },
  moveTo: 'Awaiting' as const,
  flags: [],
  isShared: false,
} satisfies Input<typeof saveTemplate>['body']

const add = (who: Who, changes: object = {}) =>
  app.as(who).call(saveTemplate, { body: { ...template, ...changes } })
const added = async (who: Who, changes: object = {}) => (await add(who, changes)).body.data.id
const list = async (who: Who) => (await app.as(who).call(listTemplates)).body.data
const names = async (who: Who) => (await list(who)).map(({ name }) => name)
const change = (who: Who, id: number, changes: object, revision = 1) =>
  add(who, { ...changes, replaces: { id, revision } })
const setDeleted = (who: Who, id: number, isDeleted: boolean) =>
  app.as(who).call(deleteTemplate, { params: { id }, body: { isDeleted } })

test('a template is visible to its owner only, with its texts and staged changes', async () => {
  const id = await added('Team')
  const { moveTo, isShared, ...content } = template
  expect(await list('Team')).toEqual([
    {
      id,
      ...content,
      move_to: moveTo,
      is_shared: isShared,
      revision: 1,
      changed_by: memberNames.Team,
      changed_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    },
  ])
  expect(await list('Admin')).toEqual([])
  expect((await change('Admin', id, { name: 'Mine' })).http).toBe(404)
  expect((await setDeleted('Admin', id, true)).http).toBe(404)
})

test('a shared template is used by every member, and changed by Admins and Managers only', async () => {
  expect((await add('Team', { isShared: true })).http).toBe(403)
  const id = await added('Manager', { isShared: true })
  expect(await names('Telecaller')).toEqual([template.name])
  const refused = await change('Telecaller', id, { isShared: true })
  expect([refused.http, refused.body.message]).toEqual([
    403,
    'Only Admins and Managers change the templates of all.',
  ])
  expect((await setDeleted('Team', id, true)).http).toBe(403)
  // Nobody gives all what is theirs, unless they may.
  expect((await change('Team', await added('Team'), { isShared: true })).http).toBe(403)
  await change('Admin', id, { isShared: true, name: 'Photo' })
  expect(await list('Telecaller')).toMatchObject([
    { name: 'Photo', changed_by: memberNames.Admin, revision: 2 },
  ])
})

test('the second of two editors is refused with the name of the first (product §12)', async () => {
  const id = await added('Manager', { isShared: true })
  const answers = await Promise.all(
    (['Manager', 'Admin'] as const).map((who) => change(who, id, { isShared: true, name: `By ${who}` })),
  )
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409])
  const [{ name, changed_by: by } = { name: '', changed_by: '' }] = await list('Team')
  expect(answers.find(({ http }) => http === 409)?.body.message).toBe(
    `${by} changed this template meanwhile.`,
  )
  expect(name).toBe(`By ${by === memberNames.Admin ? 'Admin' : 'Manager'}`)
})

test('a name is unique for each purpose; a deleted template can be restored, and not changed while deleted', async () => {
  const id = await added('Team')
  const again = await add('Team', { name: ' passport PHOTO ' })
  expect([again.http, again.body.message]).toEqual([409, 'There is a template named passport PHOTO.'])
  const remark = { purpose: 'remark', texts: { en: 'Asked for a photo' }, flags: ['telephone'] }
  expect((await add('Team', remark)).http).toBe(200)
  expect((await add('Team', { purpose: 'question', moveTo: null })).http).toBe(200)
  expect((await add('Admin')).http).toBe(200)
  const both = await Promise.all([add('Team', { name: 'Night' }), add('Team', { name: 'night' })])
  expect(both.map(({ http }) => http).toSorted()).toEqual([200, 409])
  expect((await change('Team', id, {})).http).toBe(200)

  expect((await setDeleted('Team', id, true)).body.message).toBe(`Template ${template.name} is deleted.`)
  const other = template.name.toLowerCase()
  expect((await names('Team')).map((name) => name.toLowerCase())).toEqual(['night', other, other])
  expect(await names('Admin')).toEqual([template.name])
  expect((await change('Team', id, {}, 2)).http).toBe(404)
  expect((await setDeleted('Team', id, false)).http).toBe(200)
  expect((await list('Team')).filter(({ name }) => name === template.name)).toHaveLength(3)
  await setDeleted('Team', id, true)
  await add('Team')
  expect((await setDeleted('Team', id, false)).http).toBe(409)
})

test.each([
  [{ texts: { en: 'Dear {nme}' } }, /^There is no \{nme\}\. There are \{name\}, \{order_id\}/],
  [{ texts: { vi: 'Kính gửi' } }, 'Please enter a text.'],
  [{ texts: { en: ' ' } }, 'Please enter a text.'],
  [{ flags: ['whatsapp'] }, 'Only comments have flags.'],
  [{ purpose: 'remark' }, 'A comment has one text.'],
  [{ purpose: 'question' }, 'Asking the customer moves the order by itself.'],
  [{ moveTo: 'Deleted' }, 'Unknown status.'],
  [{ name: '' }, 'Please enter a name.'],
])('%o is refused', async (changes, message) => {
  const { http, body } = await add('Team', changes)
  expect(http).toBe(400)
  expect(body.message).toMatch(message)
})

test(`there are at most ${maxTemplates} of an owner`, async () => {
  const [{ id: owner_id } = { id: 0 }] = await app.owner
    .selectFrom('members')
    .select('id')
    .where('name', '=', memberNames.Team)
    .execute()
  const { moveTo: move_to, flags, isShared: _isShared, texts, ...content } = template
  const row = (n: number, deleted_at: Date | null) => ({
    ...content,
    name: `Template ${n}`,
    texts: JSON.stringify(texts),
    flags: [...flags],
    owner_id,
    move_to,
    changed_by: owner_id,
    changed_at: new Date(),
    deleted_at,
  })
  const rows = Array.from({ length: maxTemplates }, (_, n) => row(n, n === 0 ? new Date() : null))
  await app.owner.insertInto('templates').values(rows).execute()
  expect((await add('Team')).http).toBe(200)
  const { http, body } = await add('Team', { name: 'One more' })
  expect([http, body.message]).toEqual([400, 'There can be at most 200 templates. Please delete one first.'])
  expect((await add('Admin')).http).toBe(200)
})
