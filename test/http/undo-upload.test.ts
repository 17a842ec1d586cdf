import { expect, test } from 'vitest'
import { resendMail, uploadDocument, withdrawDocument } from '#contract/documents.ts'
import { listOutgoing, moveOrders, restoreOrder, undo, undoMail } from '#contract/moves.ts'
import { refundOrders } from '#contract/refunds.ts'
import type { Status } from '#contract/rules/statuses.ts'
import { downloadHistory } from '#contract/visitor.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames } from '../support/test-app.ts'
import { openOrder } from './visitor-requests.ts'
import { useTestApp, type Caller } from '../support/use-test-app.ts'

const email = 'buyer@example.com'
let now = Date.parse('2026-11-22T03:00:00Z')
const app = useTestApp({ clock: () => new Date(now) })
const team = app.as('Team')
const manager = app.as('Manager')

interface UploadOptions {
  text?: string
  name?: string
  by?: Caller
  replaces?: string
  expectedStatus?: Status
  expectedDocuments?: number
}
const upload = async (orderId: number, { text, name, by = team, ...fields }: UploadOptions = {}) =>
  by.call(uploadDocument, {
    body: { orderId, email, ...fields },
    file: asFile(await aPdf(text), name ?? 'approved.pdf'),
  })
const undoUpload = (token: string | null) => team.call(undo, { body: { undo: token ?? '' } })
const mailsOf = (orderId: number) =>
  app.platform.db
    .selectFrom('mails')
    .select(['state', 'not_before'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute()
/** The documents that the order's visitor has. */
async function visitorDocuments(orderId: number) {
  const cookie = await openOrder({ app, orderId, email })
  const { body } = await app.call(downloadHistory, { body: { orderId } }, { cookie })
  return body.mainResult.documents.map(({ file1 }) => file1)
}
const anOrder = (changes = {}) =>
  createTestOrder(app, { email, arrival_full_name: 'Nguyễn Thị Ánh Tuyết', ...changes })

test('undo of an upload reverts the document, its mail and the status, once', async () => {
  const orderId = await anOrder()
  const { data } = (await upload(orderId)).body
  expect(await visitorDocuments(orderId)).toEqual([data.file1])
  expect(await mailsOf(orderId)).toEqual([{ state: 'queued', not_before: new Date(now + 10_000) }])

  const undone = await undoUpload(data.undo)
  expect(undone.body).toMatchObject({ message: 'Undone.', data: { updated: [orderId], skipped: [] } })
  expect(await mailsOf(orderId)).toMatchObject([{ state: 'cancelled' }])
  const order = await team.order(orderId)
  expect(order).toMatchObject({ process_status: 'New', uploadDoc: [] })
  expect(order.events.slice(0, 2).map(({ action, details }) => [action, details])).toEqual([
    ['undone', { event: expect.any(Number) }],
    ['document withdrawn', { name: 'approved.pdf', reason: 'Undone.' }],
  ])
  expect(await visitorDocuments(orderId)).toEqual([])
  expect((await undoUpload(data.undo)).http).toBe(409)
})

const outgoingOf = async (caller: Caller) => (await caller.call(listOutgoing)).body.data
const waiting = { state: 'queued', is_late: false, count: 1 }

test('what waits for its undo is listed for its member, and undone once by its mail', async () => {
  const [uploaded, refunded] = [await anOrder(), await anOrder()]
  await team.call(moveOrders, { body: { orderId: refunded, updatingStatus: 'Refunds' } })
  const before = await outgoingOf(team)
  await upload(uploaded)
  now += 4000
  await team.call(refundOrders, { body: { orderId: [refunded] } })
  const listed = (await outgoingOf(team)).filter(({ mail_id }) =>
    before.every((it) => it.mail_id !== mail_id),
  )
  expect(listed).toMatchObject([
    { ...waiting, order_id: uploaded, kind: 'approved', leaves_in: 6000 },
    { ...waiting, order_id: refunded, kind: 'refund', leaves_in: 10_000 },
  ])
  expect(await outgoingOf(manager)).toEqual([])

  const mailId = listed[0]?.mail_id ?? ''
  expect((await manager.call(undoMail, { body: { mailId } })).http).toBe(409)
  const undone = await Promise.all([1, 2].map(() => team.call(undoMail, { body: { mailId } })))
  expect(undone.map(({ http }) => http).toSorted()).toEqual([200, 409])
  expect(undone.find(({ http }) => http === 200)?.body.data).toMatchObject({
    updated: [uploaded],
    mailed: [],
  })
  expect(await team.order(uploaded)).toMatchObject({ process_status: 'New', uploadDoc: [] })
  expect(await mailsOf(uploaded)).toMatchObject([{ state: 'cancelled' }])
  expect((await outgoingOf(team)).map(({ order_id }) => order_id)).not.toContain(uploaded)

  await app.platform.db
    .updateTable('mails')
    .set({ state: 'failed', state_at: new Date(now) })
    .where('order_id', '=', refunded)
    .execute()
  expect(await outgoingOf(team)).toContainEqual(
    expect.objectContaining({ order_id: refunded, state: 'failed' }),
  )
  now += 15_001
  expect((await outgoingOf(team)).map(({ order_id }) => order_id)).not.toContain(refunded)
})

test('undo of a replacement restores the replaced document, and keeps a status changed meanwhile', async () => {
  const orderId = await anOrder()
  const first = (await upload(orderId)).body.data
  const second = (await upload(orderId, { name: 'second.pdf', replaces: first.file1 })).body.data
  expect(second.completed).toBe(false)
  expect((await undoUpload(second.undo)).http).toBe(200)
  expect((await team.order(orderId)).uploadDoc.map(({ file1 }) => file1)).toEqual([first.file1])

  await team.call(moveOrders, { body: { orderId, updatingStatus: 'Contact Customer' } })
  const undone = await undoUpload(first.undo)
  expect(undone.body.data).toMatchObject({
    updated: [orderId],
    skipped: [{ orderId, reason: 'was changed in the meantime' }],
  })
  expect(await team.order(orderId)).toMatchObject({ process_status: 'Contact Customer', uploadDoc: [] })
})

test('undo skips a document that was withdrawn meanwhile', async () => {
  const orderId = await anOrder({ processing_mode: 'priority' })
  await team.call(moveOrders, { body: { orderId, updatingStatus: 'Completed' } })
  const { file1, undo: token } = (await upload(orderId)).body.data
  await manager.call(withdrawDocument, { body: { orderId, file1, reason: 'wrong' } })
  const { http, body } = await undoUpload(token)
  expect([http, body.message]).toEqual([409, `Order ${orderId} was changed in the meantime.`])
})

test('one of two uploads based on the same view is stored and mailed, and the other is refused with the name of the first member', async () => {
  const orderId = await anOrder()
  const seen = { expectedStatus: 'New', expectedDocuments: 0 } as const
  const answers = await Promise.all([upload(orderId, seen), upload(orderId, { ...seen, by: manager })])
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409])
  const winner = answers[0].http === 200 ? memberNames.Team : memberNames.Manager
  expect(answers.find(({ http }) => http === 409)?.body.message).toBe(
    `${winner} uploaded a document of order ${orderId} meanwhile.`,
  )
  expect((await team.order(orderId)).uploadDoc).toHaveLength(1)
  expect(await mailsOf(orderId)).toHaveLength(1)

  const moved = await upload(orderId, { expectedStatus: 'New', expectedDocuments: 1 })
  expect([moved.http, moved.body.message]).toEqual([
    409,
    `Order ${orderId} is Completed now: ${winner} changed it.`,
  ])
})

test('a file with another open order’s id or without a traveller’s name warns, and is mailed and shown after a minute', async () => {
  const other = await anOrder()
  const orderId = await anOrder({
    familyMember: [{ family_member_name: 'Trần Văn Hải', family_passport_number: 'C2290417' }],
  })
  const noTraveller = 'The file does not name any traveller on this order.'
  const warningsOf = async (options: UploadOptions) => (await upload(orderId, options)).body.data.warnings
  expect(await warningsOf({ name: `ecd-${orderId}.pdf` })).toEqual([])
  expect(await warningsOf({ text: 'NAME: NGUYEN THI ANH TUYET' })).toEqual([])
  expect(await warningsOf({ text: 'Hai, Tran Van' })).toEqual([])
  expect(await warningsOf({ text: 'Passport C2290417' })).toEqual([])
  expect(await warningsOf({ text: `Application ${orderId}` })).toEqual([])
  expect(await warningsOf({ name: `ecd-${other}.pdf` })).toEqual([
    `The file contains the ID of order ${other}, which is still open.`,
  ])
  expect(await warningsOf({ text: `Order ${other}, John Smith` })).toEqual([
    `The file contains the ID of order ${other}, which is still open.`,
    noTraveller,
  ])
  await team.call(moveOrders, { body: { orderId: other, updatingStatus: 'Completed' } })
  expect(await warningsOf({ name: `ecd-${other}.pdf` })).toEqual([])

  const short = await anOrder({ arrival_full_name: 'An', arrival_passport_number: 'X9' })
  expect((await upload(short, { text: 'John Smith of Japan' })).body.data.warnings).toEqual([noTraveller])
  expect((await upload(short, { text: 'NAME: AN' })).body.data.warnings).toEqual([])

  const warned = await anOrder()
  const { body } = await upload(warned, { text: 'John Smith' })
  expect(body).toMatchObject({
    message: 'Document has been uploaded. Its mail is kept here in 60 s, not sent.',
    data: { warnings: [noTraveller], secondsToMail: 60 },
  })
  expect(await mailsOf(warned)).toEqual([{ state: 'queued', not_before: new Date(now + 60_000) }])
  expect(await visitorDocuments(warned)).toEqual([])
  const fetchFile = async (headers: Record<string, string>) =>
    (await fetch(`${app.url}/uploads/docs/${warned}_${body.data.file1}?inline=1`, { headers })).status
  expect(await fetchFile({ authorization: await team.token() })).toBe(200)
  const resend = async () => (await team.call(resendMail, { body: { orderId: warned, email } })).http
  expect(await resend()).toBe(409)
  now += 60_000
  expect(await resend()).toBe(200)
  expect(await visitorDocuments(warned)).toEqual([body.data.file1])
})

test('Restore reverts an upload with its document and mail, and does not repeat an undone upload', async () => {
  const orderId = await anOrder()
  await upload(orderId)
  const [completed] = (await team.order(orderId)).events
  const restoreEvent = (eventId = 0) => team.call(restoreOrder, { body: { orderId, eventId } })
  expect((await restoreEvent(completed?.id)).http).toBe(200)
  expect(await team.order(orderId)).toMatchObject({ process_status: 'New', uploadDoc: [] })
  expect(await mailsOf(orderId)).toMatchObject([{ state: 'cancelled' }])
  const restored = (await team.order(orderId)).events.find(({ action }) => action === 'restored')
  const why = 'Its document does not come back: upload it again.'
  expect(restored).toMatchObject({ can_restore: false, why_not_restored: why })
  const again = await restoreEvent(restored?.id)
  expect([again.http, again.body.message]).toEqual([409, why])
})

test('undo restores no document if a newer one of the same travellers exists', async () => {
  const orderId = await anOrder()
  const first = (await upload(orderId)).body.data.file1
  const second = (await upload(orderId, { replaces: first })).body.data
  const third = (await upload(orderId)).body.data.file1
  expect((await undoUpload(second.undo)).http).toBe(200)
  expect((await team.order(orderId)).uploadDoc.map(({ file1 }) => file1)).toEqual([third])
})

test('Restore of an upload with later changes reverts no document', async () => {
  const orderId = await anOrder()
  const { file1 } = (await upload(orderId)).body.data
  const completed = (await team.order(orderId)).events.find(({ action }) => action === 'completed by upload')
  await team.call(moveOrders, { body: { orderId, updatingStatus: 'Refunds' } })
  const body = { orderId, eventId: completed?.id ?? 0 }
  expect((await team.call(restoreOrder, { body })).http).toBe(409)
  expect((await team.order(orderId)).uploadDoc).toMatchObject([{ file1 }])
})
