import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { createTestOrder } from '../support/orders.ts'
import { receiveReply } from '../support/replies.ts'
import { memberNames, testIntakeKey } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** The calls that product §3 and §5 add, with literal paths and field names as in specification.test.ts. */
let token: string
let id: number
const app = useTestApp({ clock: () => new Date('2026-11-21T03:00:00Z') })
beforeAll(async () => {
  token = await app.signInAs('Team')
})
beforeEach(async () => {
  id = await createTestOrder(app, { email: 'buyer@example.com' })
})

type CallResponse = Record<string, unknown> & { http: number }
async function callByPath(
  method: string,
  path: string,
  payload?: object,
  authToken = token,
): Promise<CallResponse> {
  const isForm = payload instanceof FormData
  const response = await fetch(`${app.url}/api${path}`, {
    method,
    headers: { Authorization: authToken, ...(payload && !isForm && { 'content-type': 'application/json' }) },
    ...(payload && { body: isForm ? payload : JSON.stringify(payload) }),
  })
  return { http: response.status, ...((await response.json()) as object) }
}
const loadOrder = async () =>
  (await callByPath('GET', `/admin/get-orders-details/${id}`))['orderDetails'] as {
    events: { id: number; action: string; details: object }[]
    uploadDoc: unknown[]
  }
const move = (orderId: number | number[], updatingStatus = 'Completed') =>
  callByPath('PUT', '/admin/move-order-status', { orderId, updatingStatus })

test('every call named by the specification and the product document exists (product §5)', () => {
  const calls = app.endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(calls).toEqual(
    expect.arrayContaining([
      'GET /admin/outgoing',
      'POST /admin/undo-mail',
      'POST /admin/change-matching-orders',
      'GET /admin/bulk-runs/:runId',
      'GET /admin/bulk-runs/:runId/orders',
      'DELETE /admin/bulk-runs/:runId',
      'POST /admin/bulk-runs/:runId/undo',
      'DELETE /admin/member-second-factor/:memberId',
      'DELETE /admin/form-origins/:id',
      'GET /admin/form-origins',
      'POST /admin/form-origins',
      'POST /admin/fill-tokens',
      'POST /form-filler/fields',
      'DELETE /admin/intake-keys/:id',
      'DELETE /admin/member-sessions/:memberId',
      'DELETE /admin/member-sessions/:memberId/:sessionId',
      'DELETE /admin/sessions/:id',
      'GET /admin/audit',
      'GET /admin/audit-chain',
      'GET /admin/audit/:id',
      'GET /admin/export-audit',
      'POST /admin/verify-audit',
      'POST /admin/show-numbers',
      'GET /admin/privacy/requests',
      'GET /admin/privacy/requests/:id',
      'POST /admin/privacy/requests',
      'POST /admin/privacy/requests/:id/steps',
      'POST /admin/privacy/requests/:id/restriction',
      'GET /admin/privacy/requests/:id/erasure',
      'POST /admin/privacy/requests/:id/erasure',
      'POST /admin/privacy/requests/:id/close',
      'POST /admin/privacy/requests/:id/access-link',
      'GET /admin/privacy/requests/:id/access.pdf',
      'GET /admin/privacy/requests/:id/access.json',
      'GET /admin/privacy/retention',
      'POST /admin/privacy/retention',
      'GET /admin/shift-desk',
      'GET /admin/email-content/:orderId',
      'GET /admin/export-country-order-count',
      'GET /admin/export-processed-by-count',
      'GET /admin/export-promises-kept',
      'GET /admin/export/:orderName',
      'GET /admin/get-folder-count',
      'GET /admin/get-future-month-count',
      'GET /admin/live',
      'GET /admin/urgency-counts/:orderName',
      'GET /admin/filter-options',
      'GET /admin/views',
      'POST /admin/views',
      'PUT /admin/views/:id',
      'PUT /admin/view-pins/:id',
      'PUT /admin/drafts',
      'PUT /admin/key-settings',
      'GET /admin/templates',
      'POST /admin/templates',
      'PUT /admin/deleted-templates/:id',
      'GET /admin/proposals',
      'GET /admin/proposals/:id/compare/:orderId',
      'GET /admin/proposals/:id/page',
      'POST /admin/match-documents',
      'POST /admin/read-document',
      'PUT /admin/settle-document',
      'POST /admin/send-documents',
      'PUT /admin/dismiss-proposal',
      'GET /admin/order-states',
      'GET /admin/get-orders-details/:orderId',
      'GET /admin/get-orders-list/:orderName',
      'GET /admin/get-team-member-list',
      'GET /admin/get-team-member-type',
      'GET /admin/import',
      'GET /admin/intake-keys',
      'GET /admin/mail-providers',
      'GET /admin/member-sessions/:memberId',
      'GET /admin/message-file/:messageFileId',
      'GET /admin/messages/:orderId',
      'GET /admin/mail-problems',
      'GET /admin/open-messages',
      'GET /admin/outbox',
      'GET /admin/outbox/:mailId',
      'GET /admin/payment-gateways',
      'GET /admin/sessions',
      'GET /admin/team-member-info/:id',
      'GET /front/site',
      'GET /intake/active-gateway',
      'GET /titles',
      'GET /user_info',
      'POST /admin/add-new-remark',
      'POST /admin/add-team-member',
      'POST /admin/admin-login',
      'POST /admin/answer-message',
      'POST /admin/change-password',
      'POST /admin/check-reset-link',
      'POST /admin/defence-pack-details',
      'POST /admin/forgot-password',
      'POST /admin/get-country-order-count',
      'POST /admin/find-orders',
      'POST /admin/get-defence-pack-pdf',
      'POST /admin/get-processed-by-count',
      'POST /admin/get-promises-kept',
      'POST /admin/import',
      'POST /admin/intake-keys',
      'POST /admin/logout',
      'POST /admin/payment-gateway-setting',
      'POST /admin/reauthenticate',
      'POST /admin/resend-mail',
      'POST /admin/resend-mails-of-cause',
      'POST /admin/reset-password',
      'POST /admin/save-transaction-details',
      'POST /admin/search-order',
      'POST /admin/send-invoice',
      'POST /admin/start-next',
      'POST /admin/order-viewers',
      'POST /admin/take-document',
      'POST /admin/undo',
      'POST /admin/update-team-member',
      'POST /admin/upload-visa-document',
      'POST /front/download-passport-doc-pdf',
      'POST /front/get-download-history',
      'POST /front/send-link',
      'POST /front/track-order',
      'POST /intake/orders',
      'DELETE /admin/second-factor/passkeys/:id',
      'DELETE /admin/second-factor/totp',
      'GET /admin/second-factor',
      'GET /admin/second-factor-roles',
      'POST /admin/second-factor/confirm-totp',
      'POST /admin/second-factor/offer',
      'POST /admin/second-factor/passkey-options',
      'POST /admin/second-factor/passkeys',
      'POST /admin/second-factor/recovery-codes',
      'POST /admin/second-factor/totp',
      'PUT /admin/second-factor-roles',
      'PUT /admin/assign-order-status',
      'PUT /admin/change-order-status',
      'PUT /admin/correct-order',
      'PUT /admin/delete-team-member',
      'PUT /admin/handle-messages',
      'POST /admin/ask-customer',
      'POST /admin/preview-question',
      'PUT /admin/settle-mail-problem',
      'PUT /admin/settle-finding',
      'PUT /admin/move-order-status',
      'PUT /admin/move-to-complete-refund',
      'PUT /admin/restore-order',
      'PUT /admin/save-dispute',
      'PUT /admin/withdraw-document',
    ]),
  )
})

test('withdraw-document removes the document, once, and records the reason', async () => {
  const form = new FormData()
  form.append('orderId', String(id))
  form.append('email', 'buyer@example.com')
  form.append('uploadVisaDoc', asFile(await aPdf(), 'wrong.pdf'))
  const { data } = await callByPath('POST', '/admin/upload-visa-document', form)
  const withdrawal = { orderId: id, file1: (data as { file1: string }).file1, reason: 'Another traveller' }
  const without = await callByPath('PUT', '/admin/withdraw-document', { ...withdrawal, reason: ' ' })
  expect(without).toMatchObject({ http: 400, status: 0, errors: { reason: 'Please enter a reason.' } })
  expect((await loadOrder()).uploadDoc).toHaveLength(1)
  expect(await callByPath('PUT', '/admin/withdraw-document', withdrawal)).toMatchObject({
    http: 200,
    status: 1,
  })
  const order = await loadOrder()
  expect(order.uploadDoc).toEqual([])
  expect(order.events[0]).toMatchObject({
    action: 'document withdrawn',
    details: { name: 'wrong.pdf', reason: 'Another traveller' },
  })
  expect((await callByPath('PUT', '/admin/withdraw-document', withdrawal)).http).toBe(404)
})

test('undo and restore-order revert a move', async () => {
  const moved = await move(id)
  const { undo } = moved['data'] as { undo: string }
  expect(await callByPath('POST', '/admin/undo', { undo })).toMatchObject({
    http: 200,
    data: { updated: [id], skipped: [], undo: null },
  })
  expect(await loadOrder()).toMatchObject({ process_status: 'New' })
  await move(id)
  const [event] = (await loadOrder()).events
  expect(event).toEqual({
    id: expect.any(Number),
    at: '2026-11-21T03:00:00Z',
    by: 'Tuti Team',
    action: 'moved',
    from: 'New',
    to: 'Completed',
    details: {},
    can_restore: true,
    why_not_restored: null,
  })
  const restored = await callByPath('PUT', '/admin/restore-order', { orderId: id, eventId: event?.id })
  expect(restored).toMatchObject({ http: 200, data: { updated: [id] } })
  expect(await loadOrder()).toMatchObject({ process_status: 'New' })
})

test('a bulk call accepts up to 1,000 ids and refuses more (product §3)', async () => {
  const ids = Array.from({ length: 1001 }, (_, at) => 900_000_000 + at)
  expect(await move(ids)).toMatchObject({ http: 400, status: 0, message: 'At most 1000 orders at once.' })
  const { http, data } = await move([id, ...ids.slice(2)])
  expect(http).toBe(200)
  expect(data).toMatchObject({ updated: [id] })
  expect((data as { skipped: unknown[] }).skipped).toHaveLength(999)
  expect((data as { skipped: unknown[] }).skipped[0]).toEqual({
    orderId: 900_000_002,
    reason: 'does not exist',
  })
})

test('order-states answers status and assignee of the existing orders only', async () => {
  const other = await createTestOrder(app, {})
  await move(other)
  await callByPath('PUT', '/admin/assign-order-status', { orderId: id, assignto: memberNames.Team })
  const { data } = await callByPath('GET', `/admin/order-states?orderIds=${id},${other},1`)
  expect(data).toHaveLength(2)
  expect(data).toEqual(
    expect.arrayContaining([
      { order_id: id, process_status: 'New', assign_to: memberNames.Team },
      { order_id: other, process_status: 'Completed', assign_to: null },
    ]),
  )
  for (const orderIds of ['', 'x', '1,', Array.from({ length: 101 }, () => 1).join(',')])
    expect(await callByPath('GET', `/admin/order-states?orderIds=${orderIds}`)).toMatchObject({ http: 400 })
})

test('get-future-month-count answers twelve rows', async () => {
  await createTestOrder(app, { arrival_doa: '2027-03-20' })
  const { data } = await callByPath('GET', '/admin/get-future-month-count')
  const months = Array.from({ length: 12 }, (_, at) => ({ month: at + 1, count: at === 2 ? 1 : 0 }))
  expect(data).toEqual(months)
})

test('a goods line with an unknown category is refused', async () => {
  const order = (group: string) => ({
    landing_domain: 'arrival.pabean.example',
    email: 'buyer@example.com',
    importingGoods: [{ details: [{ group, description_of_Goods: 'Camera' }] }],
  })
  expect((await callByPath('POST', '/intake/orders', order('purchase'), testIntakeKey)).http).toBe(200)
  expect(await callByPath('POST', '/intake/orders', order('weapons'), testIntakeKey)).toMatchObject({
    http: 400,
    status: 0,
    message:
      'group is one of animals, narcotics, currency, foreign, cigarettes, purchase, imported_goods, originating_goods.',
  })
})

test('a reply is listed, answered and reopened', async () => {
  await receiveReply(app, id, { subject: 'My passport' })
  const open = async () =>
    (await callByPath('GET', '/admin/open-messages?limit=500'))['data'] as { order_id: number }[]
  expect(await open()).toContainEqual(expect.objectContaining({ order_id: id, subject: 'My passport' }))
  expect(await callByPath('POST', '/admin/answer-message', { orderId: String(id), text: ' ' })).toMatchObject(
    {
      http: 400,
      errors: { text: 'Please enter your answer.' },
    },
  )
  expect(
    await callByPath('POST', '/admin/answer-message', { orderId: String(id), text: 'Thank you.' }),
  ).toEqual({
    http: 200,
    status: 1,
    message: 'The answer is kept here, not sent.',
    data: { undo: null },
  })
  expect(await open()).not.toContainEqual(expect.objectContaining({ order_id: id }))
  const again = await callByPath('PUT', '/admin/handle-messages', { orderId: id, handled: false })
  expect(again).toEqual({ http: 200, status: 1, message: 'Reply is open again.' })
  expect(await open()).toContainEqual(expect.objectContaining({ order_id: id }))
  expect(await callByPath('PUT', '/admin/handle-messages', { orderId: id })).toMatchObject({
    message: 'Replies have been marked as handled.',
  })
})

test('a file of a reply is read, and accepted as the approved document', async () => {
  const bytes = await aPdf()
  await receiveReply(app, id, { files: [{ name: 'SKPI.pdf', contentType: 'application/pdf', bytes }] })
  const { messages } = (await loadOrder()) as unknown as { messages: { files: { id: number }[] }[] }
  const messageFileId = messages[0]?.files[0]?.id
  const shown = await fetch(`${app.url}/api/admin/message-file/${messageFileId}`, {
    headers: { Authorization: token },
  })
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(await callByPath('POST', '/admin/take-document', { orderId: id, messageFileId })).toEqual({
    http: 200,
    status: 1,
    message: 'The file is now the approved document. Its mail is kept here in 10 s, not sent.',
    data: {
      file1: expect.stringMatching(/\.pdf$/),
      completed: true,
      lacking: [],
      alsoFor: [],
      undo: expect.any(String),
      warnings: [],
      secondsToMail: 10,
      compared: false,
    },
  })
  expect((await callByPath('POST', '/admin/take-document', { orderId: id, messageFileId })).http).toBe(409)
})

test('a session is listed and ended', async () => {
  const { email } = await app.addMember('Own Sessions', 'Telecaller')
  const own = await app.signInWith(email)
  const { data } = await callByPath('GET', '/admin/sessions', undefined, own)
  const [session] = data as { id: string }[]
  expect(await callByPath('DELETE', `/admin/sessions/${session?.id}`, undefined, own)).toMatchObject({
    http: 200,
  })
  expect(await callByPath('GET', '/admin/sessions', undefined, own)).toMatchObject({ http: 401, status: 401 })
})
