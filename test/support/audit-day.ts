import { exportAudit } from '#contract/audit.ts'
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
import { type Role } from '#contract/rules/roles.ts'
import { documentsPath } from '#contract/rules/visitor-addresses.ts'
import { changePassword, reauthenticate, signIn, signOut } from '#contract/session.ts'
import { addTeamMember, deleteTeamMember, listTeam, updateTeamMember } from '#contract/team.ts'
import { downloadHistory, trackOrder } from '#contract/visitor.ts'
import { cookieOf, request, type CallOptions } from './call.ts'
import { aPdf, asFile } from './document-fixtures.ts'
import { createTestOrder } from './orders.ts'
import { receiveReply } from './replies.ts'
import { memberNames, testPassword, type TestApp } from './test-app.ts'

export const emailOf = (role: Role) =>
  `${memberNames[role].toLowerCase().replaceAll(' ', '.')}@pabean.example`

/** The entries of the audit after one of them, in the order of their ids. */
export const auditEntries = ({ platform }: TestApp, afterId = 0) =>
  platform.db
    .selectFrom('audit_events')
    .select(['id', 'actor', 'role', 'action', 'order_id', 'session_id', 'details'])
    .where('id', '>', afterId)
    .orderBy('id')
    .execute()

/** The database keeps no order of keys. */
const inOrder = (details: object) =>
  JSON.stringify(Object.fromEntries(Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1))))

/** What an entry says, in one line: who, what, on which order, and its details. */
export const describeEntry = ({
  actor,
  action,
  order_id: order,
  details,
}: Awaited<ReturnType<typeof auditEntries>>[number]) =>
  [actor, action, order ?? '-', inOrder(details)].join(' | ')

/** The day is played as it is written, or not at all. */
function requireStatus(expected: number, { http }: { http: number }): void {
  if (http !== expected) throw new Error(`a call of the day answered ${http} instead of ${expected}`)
}

/** What a day was, and what the audit has to say of it, as `describeEntry` does. */
export interface ReplayedDay {
  members: number
  calls: number
  expected: string[]
}

/** A day's work by five members, with its refusals, its customer and a reply, on a server with an empty audit. */
export async function replayDay(app: TestApp): Promise<ReplayedDay> {
  const expected: string[] = []
  const expects = (actor: string, action: string, order: number | null, details: object = {}) =>
    expected.push([actor, action, order ?? '-', inOrder(details)].join(' | '))
  let calls = 0
  const call: TestApp['call'] = (...given) => {
    calls += 1
    return app.call(...given)
  }
  const sendRequest = (endpoint: Endpoint, input: unknown, options: CallOptions) => {
    calls += 1
    return request(app.url, endpoint, input, options)
  }
  const fetchFile: typeof fetch = (...given) => {
    calls += 1
    return fetch(...given)
  }

  const { Admin: ayu, Manager: made, Team: tuti, Telecaller: tono, 'Night Staff': nina } = memberNames
  const orderId = await createTestOrder(app, {
    email: 'rani@example.com',
    amount: '49.00',
    currency: 'USD',
    arrival_full_name: 'Rani Wijaya',
  })
  const other = await createTestOrder(app, { arrival_full_name: 'Rani Kusuma' })
  const tokens = {} as Record<Role, string>
  const cookies = {} as Record<Role, string>

  // Morning: sign-ins, and those that were refused.
  const fail = (email: string, password: string) => call(signIn, { body: { email, password } })
  requireStatus(400, await fail('nobody@example.com', 'guess'))
  expects('unknown', 'sign-in refused', null, { account: null, device: 'new', reason: 'wrong password' })
  requireStatus(400, await fail(emailOf('Admin'), 'guess'))
  const ayuId = (
    await app.platform.db.selectFrom('members').select('id').where('name', '=', ayu).executeTakeFirstOrThrow()
  ).id
  expects('unknown', 'sign-in refused', null, {
    account: ayu,
    device: 'new',
    reason: 'wrong password',
    accountId: ayuId,
  })
  for (const role of ['Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff'] as const) {
    const entered = await app.call(signIn, { body: { email: emailOf(role), password: testPassword } })
    tokens[role] = entered.body.jwtToken
    cookies[role] = cookieOf(entered.headers)
    expects(memberNames[role], 'signed in', null, { how: 'password', device: 'new' })
  }
  const as = (role: Role) => ({ token: tokens[role] })

  // Lists are not recorded; searches, views and exports are.
  await call(listOrders, { params: { orderName: 'newOrder' } }, as('Team'))
  await call(searchOrders, { body: { searchVal: 'rani', folderName: 'newOrder' } }, as('Team'))
  expects(tuti, 'searched', null, { found: 2, queue: 'newOrder', orders: [other, orderId], letters: 4 })
  await call(getOrder, { params: { orderId } }, as('Team'))
  expects(tuti, 'order viewed', orderId)
  requireStatus(404, await call(getOrder, { params: { orderId: 999_999_998 } }, as('Team')))
  await call(emailContent, { params: { orderId } }, as('Team'))
  expects(tuti, 'mail viewed', orderId, { kind: 'approved' })
  const file = asFile(await aPdf(), 'approved.pdf')
  const uploaded = await call(
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
  const opened = await fetchFile(`${app.url}/${documentsPath}/${orderId}_${file1}?inline=1`, {
    headers: { cookie: cookies.Team },
  })
  requireStatus(200, { http: opened.status })
  await opened.arrayBuffer()
  expects(tuti, 'document opened', orderId, { file: documentId })

  // The customer opens the order; what they do there has its own history.
  const body = { orderId, email: 'rani@example.com', landing_domain: 'arrival.pabean.example' }
  requireStatus(200, await call(trackOrder, { body }))
  expects('Customer', 'order viewed', orderId, { page: 'visitor' })
  await call(downloadHistory, { body: { orderId } }, as('Night Staff'))
  expects(nina, 'order viewed', orderId, { page: 'visitor' })

  // A reply by mail, and its file.
  const pdf = { name: 'passport.pdf', contentType: 'application/pdf', bytes: await aPdf() }
  await receiveReply(app, orderId, { files: [pdf] })
  const details = await call(getOrder, { params: { orderId } }, as('Night Staff'))
  expects(nina, 'order viewed', orderId)
  const messageFileId = details.body.orderDetails.messages[0]?.files[0]?.id ?? 0
  await sendRequest(readMessageFile, { params: { messageFileId }, query: { as: 'file' } }, as('Night Staff'))
  expects(nina, 'message file opened', orderId, { file: messageFileId })
  await call(listOlderMessages, { params: { orderId }, query: { before: 1 } }, as('Night Staff'))
  expects(nina, 'messages viewed', orderId)

  // What a role may not do.
  requireStatus(403, await call(listTeam, {}, as('Telecaller')))
  expects(tono, 'refused', null, { what: listTeam.summary })
  requireStatus(403, await call(listOrders, { params: { orderName: 'allOrder' } }, as('Telecaller')))
  expects(tono, 'refused', null, { what: listOrders.summary })

  // A dispute.
  await call(moveOrders, { body: { orderId, updatingStatus: 'ChargeBack' } }, as('Manager'))
  requireStatus(200, await call(showNumbers, { body: { orderId } }, as('Manager')))
  expects(made, 'numbers shown', orderId, { status: 'ChargeBack' })
  requireStatus(404, await call(showNumbers, { body: { orderId: 999_999_998 } }, as('Manager')))
  await call(defencePackDetails, { body: { orderId, defencePackType: 1 } }, as('Manager'))
  expects(made, 'pack opened', orderId, { as: 'page', pack: 1 })
  await sendRequest(defencePackPdf, { body: { orderId, defencePackType: 2 } }, as('Manager'))
  expects(made, 'pack opened', orderId, { as: 'PDF', pack: 2 })
  const csv = await sendRequest(exportOrders, { params: { orderName: 'chargeBack' } }, as('Manager'))
  await csv.text()
  expects(made, 'exported', null, { as: 'CSV', rows: 1, queue: 'chargeBack' })
  const searched = { params: { orderName: 'allOrder' }, query: { searchVal: 'kusuma', end: 10 } }
  await (await sendRequest(exportOrders, searched, as('Manager'))).text()
  expects(made, 'exported', null, { as: 'CSV', rows: 1, queue: 'allOrder', letters: 6 })
  await (await sendRequest(exportCountryOrderCount, {}, as('Manager'))).text()
  expects(made, 'exported', null, { as: 'CSV', rows: 1, what: 'Country Order List' })

  // Administration.
  const member = { name: 'Kadek', email: 'kadek@pabean.example', password: 'rambutan' }
  const added = await call(addTeamMember, { body: { ...member, type: 'Team' } }, as('Admin'))
  const { id } = added.body.data
  expects(ayu, 'member added', null, { id, name: 'Kadek', type: 'Team', email: member.email })
  const { password: _, ...kept } = member
  await call(updateTeamMember, { body: { ...kept, type: 'Manager', tmId: id } }, as('Admin'))
  const changes = [{ to: 'Manager', from: 'Team', field: 'type' }]
  expects(ayu, 'member changed', null, { id, name: 'Kadek', changes })
  await call(deleteTeamMember, { body: { teamMemberId: id } }, as('Admin'))
  expects(ayu, 'member removed', null, {
    id,
    name: 'Kadek',
    type: 'Manager',
    email: member.email,
    released: 0,
  })
  await call(setGateway, { body: { gatewayId: 4 } }, as('Admin'))
  expects(ayu, 'gateway changed', null, { to: 'Xendit', from: 'Stripe' })
  await call(createIntakeKey, { body: { name: 'site', domains: 'pabean.example' } }, as('Admin'))
  expects(ayu, 'intake key made', null, { name: 'site', domains: ['pabean.example'] })
  const keys = await call(listIntakeKeys, {}, as('Admin'))
  await call(revokeIntakeKey, { params: { id: keys.body.data[0]?.id ?? 0 } }, as('Admin'))
  expects(ayu, 'intake key revoked', null, { name: 'site' })
  await call(listOutbox, {}, as('Admin'))
  expects(ayu, 'outbox viewed', null, { page: 1 })
  const mail = await app.platform.db
    .selectFrom('mails')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  await call(readOutboxMail, { params: { mailId: mail.id } }, as('Admin'))
  expects(ayu, 'mail viewed', orderId, { kind: 'approved' })
  await (await sendRequest(exportAudit, {}, as('Admin'))).text()
  expects(ayu, 'exported', null, { as: 'CSV', what: 'Audit' })

  // Evening.
  await call(reauthenticate, { body: { currentPassword: 'wrong one' } }, as('Manager'))
  expects(made, 'sign-in refused', null, { again: true, reason: 'wrong password', account: made })
  const own = { currentPassword: testPassword }
  const confirmed = await call(reauthenticate, { body: own }, as('Manager'))
  tokens.Manager = confirmed.body.jwtToken
  expects(made, 'signed in', null, { how: 'password', again: true })
  await call(
    changePassword,
    { body: { newPassword: 'salak pondoh', currentPassword: testPassword } },
    as('Manager'),
  )
  expects(made, 'password changed', null)
  await call(signOut, {}, as('Night Staff'))
  expects(nina, 'signed out', null)
  return { members: Object.keys(tokens).length, calls, expected }
}
