import { expect, test } from 'vitest'
import { correctOrder } from '#contract/corrections.ts'
import { emptyDraft, keepDraft, type Draft, type DraftContent } from '#contract/drafts.ts'
import { answerMessage } from '#contract/messages.ts'
import { moveOrders, undo } from '#contract/moves.ts'
import { askCustomer, previewQuestion } from '#contract/questions.ts'
import { addRemark } from '#contract/remarks.ts'
import { deleteTeamMember } from '#contract/team.ts'
import { eraseDrafts } from '#server/drafts/drafts.ts'
import { lockOrderForErasure } from '#server/privacy/erase-order.queries.ts'
import { duringChange } from '../support/during-change.ts'
import { createTestOrder } from '../support/orders.ts'
import { useTestApp, type Caller } from '../support/use-test-app.ts'

const app = useTestApp()
const team = app.as('Team')
const admin = app.as('Admin')

const written = (text: string, changes: Partial<DraftContent> = {}): DraftContent => ({
  ...emptyDraft,
  text,
  ...changes,
})

const flight = 'arrival_flight_number'

const keepAs =
  (as: Caller) =>
  (orderId: number, content: DraftContent, revision: number | null, changes: object = {}) =>
    as.call(keepDraft, { body: { orderId, kind: 'remark', content, revision, ...changes } })
const keep: ReturnType<typeof keepAs> = (...draft) => keepAs(team)(...draft)

const draftsOf = async (orderId: number, as = team): Promise<Draft[]> => (await as.order(orderId)).drafts

test('a draft is stored sealed, by kind, visible to its member only, until it is emptied', async () => {
  const orderId = await createTestOrder(app)
  const remark = written('Called; the hotel’s name is missing', { flags: ['whatsapp'], moveTo: 'Awaiting' })
  const first = (await keep(orderId, remark, null)).body.data.revision ?? 0
  const answer = await keep(orderId, written('Dear Ms Rossi,'), null, { kind: 'answer' })
  expect(await draftsOf(orderId)).toEqual([
    { kind: 'answer', revision: answer.body.data.revision, content: written('Dear Ms Rossi,'), other: '' },
    { kind: 'remark', revision: first, content: remark, other: '' },
  ])
  expect(await draftsOf(orderId, admin)).toEqual([])
  const rows = await app.owner.selectFrom('drafts').select('sealed').execute()
  expect(rows.filter(({ sealed }) => sealed.includes('hotel'))).toEqual([])

  const next = (await keep(orderId, written('Called again'), first)).body.data.revision ?? 0
  expect(next).toBeGreaterThan(first)
  expect((await keep(orderId, emptyDraft, next)).body.data.revision).toBeNull()
  expect((await draftsOf(orderId)).map(({ kind }) => kind)).toEqual(['answer'])
  expect((await keep(9_999_999, remark, null)).http).toBe(404)
})

const textsOf = async (orderId: number) =>
  (await draftsOf(orderId)).map(({ content, other: otherText }) => [content.text, otherText])

test('a text unknown to a save is kept beside it until it is included or discarded (product §12)', async () => {
  const orderId = await createTestOrder(app)
  await keep(orderId, written('of one'), null)
  const { body } = await keep(orderId, written('of two'), null)
  expect(body.data.other).toBe('of one')
  const { revision } = body.data
  expect((await keep(orderId, written('of two, longer'), revision)).body.data.other).toBe('of one')
  // A third page that knows neither.
  const third = (await keep(orderId, written('of three'), null)).body.data
  expect(third.other).toBe('of one\n\nof two, longer')
  expect((await keep(orderId, written('of three', { flags: ['whatsapp'] }), revision)).body.data.other).toBe(
    third.other,
  )
  // Emptied, it is still there for the sake of the admin text.
  const latest = (await draftsOf(orderId))[0]?.revision ?? 0
  const emptied = (await keep(orderId, emptyDraft, latest)).body.data
  expect(await textsOf(orderId)).toEqual([['', third.other]])
  // What the caller has not seen cannot be let go.
  await keep(orderId, emptyDraft, latest, { withoutOther: true })
  expect(await textsOf(orderId)).toEqual([['', third.other]])
  expect(emptied.revision).toBeGreaterThan(latest)
  const current = (await draftsOf(orderId))[0]?.revision ?? 0
  expect((await keep(orderId, emptyDraft, current, { withoutOther: true })).body.data).toEqual({
    revision: null,
    other: '',
  })
  expect(await draftsOf(orderId)).toEqual([])
})

test('a page that lost the reply of its save continues with its own text', async () => {
  const orderId = await createTestOrder(app)
  await keep(orderId, written('Called'), null)
  expect((await keep(orderId, written('Called; no answer'), null)).body.data.other).toBe('')
})

test('two concurrent first texts are both kept', async () => {
  const orderId = await createTestOrder(app)
  await Promise.all([keep(orderId, written('of one'), null), keep(orderId, written('of two'), null)])
  const [texts] = await textsOf(orderId)
  expect(texts?.toSorted()).toEqual(['of one', 'of two'])
})

test('sending a draft deletes it, and moves the order in the same transaction', async () => {
  const orderId = await createTestOrder(app)
  const revision = (await keep(orderId, written('Asked'), null)).body.data.revision ?? 0
  const send = (expectedStatus: 'New' | 'Completed', draft: number) =>
    team.call(addRemark, {
      body: { orderId, remark: 'Asked', updatingStatus: 'Awaiting', expectedStatus, draft },
    })
  const refused = await send('Completed', revision)
  expect([refused.http, refused.body.message]).toEqual([409, `Order ${orderId} is New now.`])
  expect(await team.order(orderId)).toMatchObject({
    process_status: 'New',
    remark: [],
    drafts: [{ revision }],
  })

  const { body } = await send('New', revision)
  expect(await team.order(orderId)).toMatchObject({
    process_status: 'Awaiting',
    remark: [{ remark: 'Asked' }],
    drafts: [],
  })
  await team.call(undo, { body: { undo: body.data.undo ?? '' } })
  expect((await team.order(orderId)).process_status).toBe('New')
})

test('asking the customer deletes the draft of the question; a refused question keeps it (product §12)', async () => {
  const orderId = await createTestOrder(app)
  const question = written('Which flight?', { fields: [flight] })
  const { revision } = (await keep(orderId, question, null, { kind: 'question' })).body.data
  const ask = (fields: string[]) =>
    team.call(askCustomer, { body: { orderId, fields, text: question.text, draft: revision ?? 0 } })
  expect((await ask([])).http).toBe(400)
  expect(await draftsOf(orderId)).toEqual([{ kind: 'question', revision, content: question, other: '' }])
  expect((await ask([flight])).http).toBe(200)
  expect(await draftsOf(orderId)).toEqual([])
  // Fields without a text are not kept.
  await keep(orderId, written(' ', { fields: [flight] }), null, { kind: 'question' })
  expect(await draftsOf(orderId)).toEqual([])
})

test('a begun form is a draft of its kind beside the others, and ends with its call', async () => {
  const orderId = await createTestOrder(app)
  await keep(orderId, written('Called'), null)
  const form = JSON.stringify({ arrival_full_name: 'Siti Rahma' })
  const kind = 'correct-arrival'
  const draft = (await keep(orderId, written('', { form }), null, { kind })).body.data.revision ?? 0
  expect((await draftsOf(orderId)).map((one) => [one.kind, one.content.form])).toEqual([
    [kind, form],
    ['remark', ''],
  ])
  const { revision } = await team.order(orderId)
  const correct = (as: Caller, name: string) =>
    as.call(correctOrder, {
      body: { orderId, changes: { arrival_full_name: name }, reason: 'By phone', revision, draft },
    })
  await correct(admin, 'Siti R')
  expect([(await correct(team, 'Siti Rahma')).http, (await draftsOf(orderId)).length]).toEqual([409, 2])
  expect((await correct(team, 'Siti R')).http).toBe(200)
  expect((await draftsOf(orderId)).map((one) => one.kind)).toEqual(['remark'])
})

test('a draft changed by another page stays when an older one is sent', async () => {
  const orderId = await createTestOrder(app)
  const sent = (await keep(orderId, written('short'), null, { kind: 'answer' })).body.data.revision ?? 0
  await keep(orderId, written('short and more'), sent, { kind: 'answer' })
  const { http, body } = await team.call(answerMessage, {
    body: { orderId, text: 'short', updatingStatus: 'Contact Customer', draft: sent },
  })
  expect([http, typeof body.data.undo]).toEqual([200, 'string'])
  expect(await team.order(orderId)).toMatchObject({
    process_status: 'Contact Customer',
    drafts: [{ content: written('short and more') }],
  })
})

test('of a staged move and a concurrent move one succeeds, and the refused comment stores nothing', async () => {
  const orderId = await createTestOrder(app)
  const answers = await Promise.all([
    team.call(addRemark, {
      body: { orderId, remark: 'Mine', updatingStatus: 'Awaiting', expectedStatus: 'New' },
    }),
    admin.call(moveOrders, { body: { orderId, updatingStatus: 'Refunds', expectedStatus: 'New' } }),
  ])
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409])
  const { remark, process_status: status } = await team.order(orderId)
  expect([status, remark.length]).toEqual(answers[0].http === 200 ? ['Awaiting', 1] : ['Refunds', 0])
})

test('a text with an unfilled placeholder is refused', async () => {
  const orderId = await createTestOrder(app)
  for (const [endpoint, text] of [
    [addRemark, { remark: 'Flight {flight}' }],
    [answerMessage, { text: 'Flight {flight}' }],
    [askCustomer, { fields: [flight], text: 'Flight {flight}' }],
  ] as const) {
    const { http, body } = await team.call(endpoint, { body: { orderId, ...text } as never })
    expect([http, body.message]).toEqual([400, 'Please fill in {flight}.'])
  }
  const preview = { orderId, fields: [flight], text: 'Flight {flight}' }
  expect((await team.call(previewQuestion, { body: preview })).http).toBe(200)
})

test('a revision deletes no draft of another member, order or kind', async () => {
  const [orderId, elsewhere] = [await createTestOrder(app), await createTestOrder(app)]
  const revisions = [
    (await keepAs(admin)(orderId, written('theirs'), null)).body.data.revision,
    (await keep(elsewhere, written('of another order'), null)).body.data.revision,
    (await keep(orderId, written('of another kind'), null, { kind: 'answer' })).body.data.revision,
  ]
  for (const draft of revisions)
    await team.call(addRemark, { body: { orderId, remark: 'Sent', draft: draft ?? 0 } })
  expect((await draftsOf(orderId, admin)).length).toBe(1)
  expect((await draftsOf(elsewhere)).length).toBe(1)
  expect((await draftsOf(orderId)).map(({ kind }) => kind)).toEqual(['answer'])
})

test('an erasure deletes the drafts of its order, and a later draft is refused', async () => {
  const [orderId, elsewhere] = [await createTestOrder(app), await createTestOrder(app)]
  await keep(orderId, written('before'), null, { kind: 'answer' })
  await keep(elsewhere, written('of another order'), null)
  const { http } = await duringChange(
    app,
    async (tx) => {
      await lockOrderForErasure(tx, orderId)
      await eraseDrafts(tx, orderId)
      await tx.updateTable('orders').set({ erased_at: new Date() }).where('order_id', '=', orderId).execute()
    },
    () => keep(orderId, written('meanwhile'), null),
  )
  expect(http).toBe(409)
  expect(await app.owner.selectFrom('drafts').selectAll().where('order_id', '=', orderId).execute()).toEqual(
    [],
  )
  expect(await draftsOf(elsewhere)).toHaveLength(1)
})

test('removing a member deletes the drafts', async () => {
  const orderId = await createTestOrder(app)
  await keep(orderId, written('of another member'), null)
  const leaving = await app.addMember('Leaving Member', 'Team')
  await keepAs(app.withToken(await app.signInWith(leaving.email)))(orderId, written('unsent'), null)
  const count = async () =>
    (await app.owner.selectFrom('drafts').selectAll().where('order_id', '=', orderId).execute()).length
  expect(await count()).toBe(2)
  const answer = await admin.call(deleteTeamMember, { body: { teamMemberId: leaving.id } })
  expect([answer.http, await count()]).toEqual([200, 1])
})
