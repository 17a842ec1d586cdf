import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportAudit, listAuditEvents, readAuditEvent } from '#contract/audit.ts'
import { emailContent, uploadDocument } from '#contract/documents.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { exportOrders } from '#contract/export.ts'
import { setGateway } from '#contract/gateways.ts'
import { createIntakeKey, listIntakeKeys, revokeIntakeKey } from '#contract/intake-keys.ts'
import { listOlderMessages, readMessageFile } from '#contract/messages.ts'
import { moveOrders } from '#contract/moves.ts'
import { getOrder, showNumbers } from '#contract/order-details.ts'
import { listOrders, searchOrders } from '#contract/orders.ts'
import { listOutbox, readOutboxMail } from '#contract/outbox.ts'
import { defencePackDetails, defencePackPdf } from '#contract/packs.ts'
import { exportCountryOrderCount } from '#contract/reports.ts'
import { permissions, type Role } from '#contract/rules/roles.ts'
import { documentsPath } from '#contract/rules/visitor-addresses.ts'
import { changePassword, reauthenticate, signIn, signOut } from '#contract/session.ts'
import { addTeamMember, deleteTeamMember, listTeam, updateTeamMember } from '#contract/team.ts'
import { downloadHistory, trackOrder } from '#contract/visitor.ts'
import { request } from '../support/call.ts'
import { chainWaiting, findFaults } from '../support/audit-plants.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { createTestOrder } from '../support/orders.ts'
import { receiveReply } from '../support/replies.ts'
import { memberNames, startTestApp, testPassword, type TestApp } from '../support/test-app.ts'
import { cases } from './roles/cases.ts'
import { createCaseContext } from './roles/case-context.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const emailOf = (role: Role) => `${memberNames[role].toLowerCase().replaceAll(' ', '.')}@pabean.example`
const entries = (afterId = 0) =>
  app.platform.db
    .selectFrom('audit_events')
    .select(['id', 'actor', 'role', 'action', 'order_id', 'session_id', 'details'])
    .where('id', '>', afterId)
    .orderBy('id')
    .execute()
const newestId = async () => (await entries()).at(-1)?.id ?? 0

/** What an entry says, in one line: who, what, on which order, and its details. */
const say = ({ actor, action, order_id: order, details }: Awaited<ReturnType<typeof entries>>[number]) =>
  [actor, action, order ?? '-', inOrder(details)].join(' | ')

/** The database keeps no order of keys. */
const inOrder = (details: object) =>
  JSON.stringify(Object.fromEntries(Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1))))

describe('a day of five members', () => {
  const expected: string[] = []
  const expects = (actor: string, action: string, order: number | null, details: object = {}) =>
    expected.push([actor, action, order ?? '-', inOrder(details)].join(' | '))
  const expectedSessions = new Map<string, string>()

  test('every act is recorded with who, what and where, and nothing else is', async () => {
    const { Admin: ayu, Manager: made, Team: tuti, Telecaller: tono, 'Night Staff': nina } = memberNames
    const orderId = await createTestOrder(app, {
      email: 'rani@example.com',
      amount: '49.00',
      currency: 'USD',
      arrival_full_name: 'Rani Wijaya',
    })
    const other = await createTestOrder(app, { arrival_full_name: 'Rani Kusuma' })
    const tokens = {} as Record<Role, string>

    // Morning: sign-ins, and those that were refused.
    const fail = (email: string, password: string) => app.call(signIn, { body: { email, password } })
    expect((await fail('nobody@example.com', 'guess')).http).toBe(400)
    expects('unknown', 'sign-in refused', null, { account: null, device: 'new', reason: 'wrong password' })
    expect((await fail(emailOf('Admin'), 'guess')).http).toBe(400)
    const ayuId = (
      await app.platform.db
        .selectFrom('members')
        .select('id')
        .where('name', '=', ayu)
        .executeTakeFirstOrThrow()
    ).id
    expects('unknown', 'sign-in refused', null, {
      account: ayu,
      device: 'new',
      reason: 'wrong password',
      accountId: ayuId,
    })
    for (const role of ['Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff'] as const) {
      tokens[role] = await app.signInWith(emailOf(role))
      expects(memberNames[role], 'signed in', null, { how: 'password', device: 'new' })
    }
    const as = (role: Role) => ({ token: tokens[role] })

    // Lists are not recorded; searches, views and exports are.
    await app.call(listOrders, { params: { orderName: 'newOrder' } }, as('Team'))
    await app.call(searchOrders, { body: { searchVal: 'rani', folderName: 'newOrder' } }, as('Team'))
    expects(tuti, 'searched', null, { found: 2, queue: 'newOrder', orders: [other, orderId], letters: 4 })
    await app.call(getOrder, { params: { orderId } }, as('Team'))
    expects(tuti, 'order viewed', orderId)
    expect((await app.call(getOrder, { params: { orderId: 999_999_998 } }, as('Team'))).http).toBe(404)
    await app.call(emailContent, { params: { orderId } }, as('Team'))
    expects(tuti, 'mail viewed', orderId, { kind: 'approved' })
    const file = asFile(await aPdf(), 'approved.pdf')
    const uploaded = await app.call(
      uploadDocument,
      { body: { orderId, email: 'rani@example.com' }, file },
      as('Team'),
    )
    const { file1 } = uploaded.body.data
    const documentId = (
      await app.platform.db
        .selectFrom('documents')
        .select('id')
        .where('file1', '=', file1)
        .executeTakeFirstOrThrow()
    ).id
    const opened = await fetch(`${app.url}/${documentsPath}/${orderId}_${file1}?inline=1`, {
      headers: { cookie: `pabean_session=${tokens.Team}` },
    })
    expect(opened.status).toBe(200)
    await opened.arrayBuffer()
    expects(tuti, 'document opened', orderId, { file: documentId })

    // The customer opens the order; what they do there has its own history.
    const body = { orderId, email: 'rani@example.com', landing_domain: 'arrival.pabean.example' }
    expect((await app.call(trackOrder, { body })).http).toBe(200)
    expects('Customer', 'order viewed', orderId, { page: 'visitor' })
    await app.call(downloadHistory, { body: { orderId } }, as('Night Staff'))
    expects(nina, 'order viewed', orderId, { page: 'visitor' })

    // A reply by mail, and its file.
    const pdf = { name: 'passport.pdf', contentType: 'application/pdf', bytes: await aPdf() }
    await receiveReply(app, orderId, { files: [pdf] })
    const details = await app.call(getOrder, { params: { orderId } }, as('Night Staff'))
    expects(nina, 'order viewed', orderId)
    const messageFileId = details.body.orderDetails.messages[0]?.files[0]?.id ?? 0
    await request(
      app.url,
      readMessageFile,
      { params: { messageFileId }, query: { as: 'file' } },
      as('Night Staff'),
    )
    expects(nina, 'message file opened', orderId, { file: messageFileId })
    await app.call(listOlderMessages, { params: { orderId }, query: { before: 1 } }, as('Night Staff'))
    expects(nina, 'messages viewed', orderId)

    // What a role may not do.
    expect((await app.call(listTeam, {}, as('Telecaller'))).http).toBe(403)
    expects(tono, 'refused', null, { what: listTeam.summary })
    expect((await app.call(listOrders, { params: { orderName: 'allOrder' } }, as('Telecaller'))).http).toBe(
      403,
    )
    expects(tono, 'refused', null, { what: listOrders.summary })

    // A dispute.
    await app.call(moveOrders, { body: { orderId, updatingStatus: 'ChargeBack' } }, as('Manager'))
    expect((await app.call(showNumbers, { body: { orderId } }, as('Manager'))).http).toBe(200)
    expects(made, 'numbers shown', orderId, { status: 'ChargeBack' })
    expect((await app.call(showNumbers, { body: { orderId: 999_999_998 } }, as('Manager'))).http).toBe(404)
    await app.call(defencePackDetails, { body: { orderId, defencePackType: 1 } }, as('Manager'))
    expects(made, 'pack opened', orderId, { as: 'page', pack: 1 })
    await request(app.url, defencePackPdf, { body: { orderId, defencePackType: 2 } }, as('Manager'))
    expects(made, 'pack opened', orderId, { as: 'PDF', pack: 2 })
    const csv = await request(app.url, exportOrders, { params: { orderName: 'chargeBack' } }, as('Manager'))
    await csv.text()
    expects(made, 'exported', null, { as: 'CSV', rows: 1, queue: 'chargeBack' })
    const searched = { params: { orderName: 'allOrder' }, query: { searchVal: 'kusuma', end: 10 } }
    await (await request(app.url, exportOrders, searched, as('Manager'))).text()
    expects(made, 'exported', null, { as: 'CSV', rows: 1, queue: 'allOrder', letters: 6 })
    await (await request(app.url, exportCountryOrderCount, {}, as('Manager'))).text()
    expects(made, 'exported', null, { as: 'CSV', rows: 1, what: 'Country Order List' })

    // Administration.
    const member = { name: 'Kadek', email: 'kadek@pabean.example', password: 'rambutan' }
    const added = await app.call(addTeamMember, { body: { ...member, type: 'Team' } }, as('Admin'))
    const { id } = added.body.data
    expects(ayu, 'member added', null, { id, name: 'Kadek', type: 'Team', email: member.email })
    const { password: _, ...kept } = member
    await app.call(updateTeamMember, { body: { ...kept, type: 'Manager', tmId: id } }, as('Admin'))
    const changes = [{ to: 'Manager', from: 'Team', field: 'type' }]
    expects(ayu, 'member changed', null, { id, name: 'Kadek', changes })
    await app.call(deleteTeamMember, { body: { teamMemberId: id } }, as('Admin'))
    expects(ayu, 'member removed', null, {
      id,
      name: 'Kadek',
      type: 'Manager',
      email: member.email,
      released: 0,
    })
    await app.call(setGateway, { body: { gatewayId: 4 } }, as('Admin'))
    expects(ayu, 'gateway changed', null, { to: 'Xendit', from: 'Stripe' })
    await app.call(createIntakeKey, { body: { name: 'site' } }, as('Admin'))
    expects(ayu, 'intake key made', null, { name: 'site' })
    const keys = await app.call(listIntakeKeys, {}, as('Admin'))
    await app.call(revokeIntakeKey, { params: { id: keys.body.data[0]?.id ?? 0 } }, as('Admin'))
    expects(ayu, 'intake key revoked', null, { name: 'site' })
    await app.call(listOutbox, {}, as('Admin'))
    expects(ayu, 'outbox viewed', null, { page: 1 })
    const mail = await app.platform.db
      .selectFrom('mails')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    await app.call(readOutboxMail, { params: { mailId: mail.id } }, as('Admin'))
    expects(ayu, 'mail viewed', orderId, { kind: 'approved' })
    await (await request(app.url, exportAudit, {}, as('Admin'))).text()
    expects(ayu, 'exported', null, { what: 'Audit' })

    // Evening.
    await app.call(reauthenticate, { body: { currentPassword: 'wrong one' } }, as('Manager'))
    expects(made, 'sign-in refused', null, { again: true, reason: 'wrong password', account: made })
    await app.call(reauthenticate, { body: { currentPassword: testPassword } }, as('Manager'))
    expects(made, 'signed in', null, { how: 'password', again: true })
    await app.call(
      changePassword,
      { body: { newPassword: 'salak pondoh', currentPassword: testPassword } },
      as('Manager'),
    )
    expects(made, 'password changed', null)
    await app.call(signOut, {}, as('Night Staff'))
    expects(nina, 'signed out', null)

    const all = await entries()
    expect(all.map(say)).toEqual(expected)
    // Whoever is signed in has one session the whole day, and the role of that day.
    for (const { actor, role, session_id: session, action } of all.filter(({ role }) => role !== null)) {
      expect([actor, memberNames[role ?? 'Team']], action).toEqual([actor, actor])
      if (session) expectedSessions.set(actor, expectedSessions.get(actor) ?? session)
      expect(session, action).toBe(expectedSessions.get(actor))
    }
    expect(expectedSessions.size).toBe(5)
    await chainWaiting(app)
    expect(await findFaults(app)).toEqual([])
  })

  test('no entry tells anything of a customer', async () => {
    const text = JSON.stringify(await app.platform.db.selectFrom('audit_events').selectAll().execute())
    for (const word of ['rani', 'kusuma', 'wijaya', 'example.com', 'guess', 'passport.pdf'])
      expect(text.toLowerCase(), word).not.toContain(word)
  })
})

/** Calls that write no entry of their own, and why not. Every other call that succeeds writes one. */
const numbers = 'numbers and settings of nobody'
const event = 'an event of the order says it'
const staff = 'names members only'
const unrecorded: Record<string, string> = {
  'GET /user_info': staff,
  'GET /admin/sessions': staff,
  'GET /admin/get-team-member-list': staff,
  'GET /admin/get-team-member-type': staff,
  'GET /admin/team-member-info/:id': staff,
  'GET /admin/member-sessions/:memberId': staff,
  'GET /admin/second-factor': staff,
  'GET /admin/second-factor-roles': staff,
  'POST /admin/second-factor/offer': staff,
  'POST /admin/second-factor/totp': 'nothing is set up before it is confirmed',
  'POST /admin/second-factor/confirm-totp': 'refused here; recorded as second factor added',
  'DELETE /admin/second-factor/totp': 'refused here; recorded as second factor removed',
  'POST /admin/second-factor/passkey-options': 'nothing is set up before it is confirmed',
  'POST /admin/second-factor/passkeys': 'refused here; recorded as second factor added',
  'DELETE /admin/second-factor/passkeys/:id': 'refused here; recorded as second factor removed',
  'POST /admin/second-factor/recovery-codes': 'refused here; recorded as recovery codes renewed',
  'DELETE /admin/member-second-factor/:memberId': 'refused here; recorded as second factor reset',
  'GET /admin/audit': staff,
  'GET /admin/audit/:id': staff,
  'GET /admin/audit-chain': numbers,
  'POST /admin/verify-audit': numbers,
  'GET /admin/get-folder-count': numbers,
  'GET /admin/get-future-month-count': numbers,
  'GET /admin/payment-gateways': numbers,
  'GET /admin/intake-keys': numbers,
  'GET /admin/mail-providers': numbers,
  'POST /admin/get-country-order-count': numbers,
  'POST /admin/get-processed-by-count': numbers,
  'GET /admin/get-orders-list/:orderName':
    'a page of the desk; whoever asks for more rows than a screen has exports, which is recorded',
  'GET /admin/open-messages': 'a page of the desk, as the lists of orders',
  'GET /admin/privacy/requests': 'a page of the desk, as the lists of orders',
  'GET /admin/privacy/retention': numbers,
  'GET /admin/privacy/requests/:id/erasure': 'numbers; the request that they are of is recorded',
  'PUT /admin/assign-order-status': event,
  'PUT /admin/move-order-status': event,
  'PUT /admin/change-order-status': event,
  'POST /admin/undo': event,
  'PUT /admin/restore-order': event,
  'POST /admin/save-transaction-details': event,
  'POST /admin/add-new-remark': event,
  'PUT /admin/correct-order': event,
  'PUT /admin/save-dispute': event,
  'PUT /admin/move-to-complete-refund': event,
  'POST /admin/send-invoice': event,
  'POST /admin/upload-visa-document': event,
  'POST /admin/resend-mail': event,
  'PUT /admin/withdraw-document': event,
  'POST /admin/answer-message': event,
  'PUT /admin/handle-messages': event,
  'POST /admin/take-document': event,
}

/** Calls without a member's session: what is recorded of them, or why nothing is. */
const ofOthers: Record<string, string> = {
  'POST /admin/admin-login': 'recorded: signed in, sign-in refused',
  'POST /admin/forgot-password': 'answers the same for everybody; the new password is recorded',
  'POST /admin/check-reset-link': 'reads nothing of anybody',
  'POST /admin/reset-password': 'recorded: password reset',
  'POST /intake/orders': event,
  'GET /intake/active-gateway': numbers,
  'GET /front/site': numbers,
  'GET /titles': numbers,
  'POST /front/track-order': 'recorded: order viewed, by the customer',
  'POST /front/get-download-history': 'the order that was opened, which is recorded; a view by a member is',
  'POST /front/download-passport-doc-pdf': 'a row of downloads says it',
  'POST /front/send-link': 'answers the same for everybody; the link leads to track-order',
}

test('every call without a session is listed with what is recorded of it', () => {
  const names = app.endpoints.filter(({ allow }) => !(allow in permissions)).map(nameOf)
  expect(names.toSorted()).toEqual(Object.keys(ofOthers).toSorted())
})

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

test('every call of members writes an entry, or is listed with why it does not', async () => {
  const wrong: string[] = []
  for (const { endpoint, prepare } of cases) {
    if (!(endpoint.allow in permissions)) continue
    const context = await createCaseContext(app, 'Admin')
    const input = await prepare(context, 'own')
    const before = await newestId()
    const response = await request(app.url, endpoint, input, { token: context.token })
    await response.arrayBuffer()
    const written = (await entries(before)).length
    const isListed = nameOf(endpoint) in unrecorded
    if (written !== (isListed ? 0 : 1)) wrong.push(`${nameOf(endpoint)}: ${written} entries`)
  }
  expect(wrong).toEqual([])
  const names = new Set(app.endpoints.map(nameOf))
  expect(Object.keys(unrecorded).filter((name) => !names.has(name))).toEqual([])
})

test('refusals fill no disk: sixty an hour of each member', async () => {
  const { id, email } = await app.addMember('Impatient', 'Telecaller')
  const token = await app.signInWith(email)
  for (let index = 0; index < 65; index += 1) await app.call(listTeam, {}, { token })
  const refused = (await entries()).filter(
    ({ actor, action }) => actor === 'Impatient' && action === 'refused',
  )
  expect(refused).toHaveLength(60)
  expect(refused.map(({ details }) => 'more' in details).indexOf(true)).toBe(59)
  expect(id).toBeGreaterThan(0)
})

test('the list filters by day, member, kind and order, pages both ways, and shows what lies behind an entry', async () => {
  const token = await app.signInWith(emailOf('Admin'))
  const list = async (query: Record<string, unknown>) =>
    (await app.call(listAuditEvents, { query }, { token })).body
  await chainWaiting(app)
  const first = await list({ limit: 4 })
  expect(first).toMatchObject({ hasNext: true, hasPrevious: false, more: false })
  expect(first.count).toBe((await entries()).length)
  const ids = first.data.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  const second = await list({ limit: 4, after: ids.at(-1) })
  expect(second.data[0]?.id).toBeLessThan(ids.at(-1) ?? 0)
  expect((await list({ limit: 4, before: second.data[0]?.id })).data).toEqual(first.data)

  // Any page by its number is what its neighbour leads to, near either end of the list.
  const all = (await list({ limit: 500 })).data
  const pages = Math.ceil(all.length / 4)
  for (const page of [1, 2, pages - 1, pages]) {
    const numbered = await list({ limit: 4, page })
    expect(numbered.data, String(page)).toEqual(all.slice((page - 1) * 4, page * 4))
    expect([numbered.hasPrevious, numbered.hasNext]).toEqual([page > 1, page < pages])
  }
  expect((await list({ limit: 4, page: pages + 1 })).data).toEqual([])
  expect((await list({ limit: 2, page: 2, groups: 'search,view' })).data).toEqual(
    (await list({ limit: 4, groups: 'search,view' })).data.slice(2),
  )

  const views = await list({ groups: 'view', limit: 500 })
  expect(new Set(views.data.map(({ action }) => action))).toEqual(
    new Set([
      'order viewed',
      'mail viewed',
      'outbox viewed',
      'messages viewed',
      'privacy request viewed',
      'numbers shown',
    ]),
  )
  const found = await list({ search: 'TUTI', groups: 'search,view' })
  expect(found.data.map(({ by, action }) => `${by} ${action}`)).toEqual([
    `${memberNames.Team} mail viewed`,
    `${memberNames.Team} order viewed`,
    `${memberNames.Team} searched`,
  ])
  const viewed = found.data[1]
  expect((await list({ search: String(viewed?.order_id) })).data.map(({ id }) => id)).toContain(viewed?.id)
  expect((await list({ from: '2031-01-01' })).data).toEqual([])
  expect((await list({ to: '2031-01-01', order: 'asc', limit: 1 })).data[0]?.id).toBe(
    (await entries())[0]?.id,
  )
  expect((await list({ groups: 'nothing' })).message).toBe('There is no such group.')

  const { data } = (await app.call(readAuditEvent, { params: { id: viewed?.id ?? 0 } }, { token })).body
  expect(data).toMatchObject({
    previous: { action: 'searched' },
    link: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect((await app.call(readAuditEvent, { params: { id: 999_999 } }, { token })).http).toBe(404)
  const csv = await (await request(app.url, exportAudit, { query: { groups: 'search' } }, { token })).text()
  expect(csv.split('\r\n')[0]).toContain('number,at,who,role,action,order_id,details,session')
  expect(csv).toContain(`,${memberNames.Team},Team,searched,`)
})
