import { describe, expect, test } from 'vitest'
import { exportAudit, listAuditEvents, readAuditEvent } from '#contract/audit.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { permissions } from '#contract/rules/roles.ts'
import { listTeam } from '#contract/team.ts'
import { auditEntries, describeEntry, emailOf, replayDay } from '../support/audit-day.ts'
import { request } from '../support/call.ts'
import { chainWaiting, findFaults } from '../support/audit-plants.ts'
import { memberNames } from '../support/test-app.ts'
import { cases } from './roles/cases.ts'
import { createCaseContext } from './roles/case-context.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()

const entries = (afterId?: number) => auditEntries(app, afterId)
const newestId = async () => (await entries()).at(-1)?.id ?? 0

describe('a day of five members', () => {
  const expectedSessions = new Map<string, string>()

  test('every action is recorded with its member and its address, and nothing else is', async () => {
    const { expected } = await replayDay(app)
    const all = await entries()
    expect(all.map(describeEntry)).toEqual(expected)
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

  test('no entry contains customer data', async () => {
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
  'PUT /admin/key-settings': 'how one types oneself',
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
  'GET /admin/outgoing': 'ids and kinds of own mails',
  'POST /admin/undo-mail': 'refused here; recorded as the undo of its act',
  'GET /admin/audit': staff,
  'GET /admin/audit/:id': staff,
  'GET /admin/audit-chain': numbers,
  'POST /admin/verify-audit': numbers,
  'GET /admin/get-folder-count': numbers,
  'GET /admin/get-future-month-count': numbers,
  'GET /admin/urgency-counts/:orderName': numbers,
  'GET /admin/views': numbers,
  'POST /admin/views': 'a name and what a list is narrowed by, nothing of an order',
  'PUT /admin/views/:id': 'a name and what a list is narrowed by, nothing of an order',
  'PUT /admin/view-pins/:id': 'what stands in the own sidebar',
  'PUT /admin/drafts':
    'what one writes oneself; the order was read, which is recorded, and sending it is an event',
  'GET /admin/templates': 'texts with placeholders, nothing of an order',
  'POST /admin/templates': 'texts with placeholders, nothing of an order',
  'PUT /admin/deleted-templates/:id': 'texts with placeholders, nothing of an order',
  'GET /admin/filter-options': 'names of members, sites and countries, nothing of an order',
  'GET /admin/live': 'ids alone, of orders that changed; what is read of them then is recorded',
  'GET /admin/order-states': 'status and assignee alone, of orders that have left a page of the desk',
  'GET /admin/payment-gateways': numbers,
  'GET /admin/form-origins': numbers,
  'POST /admin/fill-tokens': 'what the token gives is recorded when it is used',
  'GET /admin/shift-desk': 'a page of the desk, as the lists of orders',
  'POST /admin/ask-customer': event,
  'POST /admin/disputes': event,
  'PUT /admin/settle-dispute': event,
  'PUT /admin/link-dispute': event,
  'PUT /admin/settle-request': event,
  'POST /admin/filing-begun': event,
  'GET /admin/disputes': 'a page of the desk, as the lists of orders',
  'GET /admin/ratios': numbers,
  'GET /admin/gateway-traffic': numbers,
  'GET /admin/proposals': 'a page of the desk, as the lists of orders; numbers of passports are masked',
  'POST /admin/send-documents': event,
  'PUT /admin/dismiss-proposal': 'the proposal says who dismissed it',
  'GET /admin/import': 'names of files and numbers, nothing of an order',
  'GET /admin/intake-keys': numbers,
  'GET /admin/mail-providers': numbers,
  'POST /admin/get-country-order-count': numbers,
  'POST /admin/get-processed-by-count': numbers,
  'POST /admin/get-promises-kept': numbers,
  'GET /admin/get-orders-list/:orderName':
    'a page of the desk; whoever asks for more rows than a screen has exports, which is recorded',
  'GET /admin/open-messages': 'a page of the desk, as the lists of orders',
  'GET /admin/mail-problems': 'a page of the desk, as the lists of orders',
  'PUT /admin/settle-mail-problem': event,
  'POST /admin/resend-mails-of-cause': event,
  'PUT /admin/settle-finding': event,
  'GET /admin/privacy/requests': 'a page of the desk, as the lists of orders',
  'GET /admin/privacy/retention': numbers,
  'GET /admin/privacy/requests/:id/erasure': 'numbers; the request that they are of is recorded',
  'POST /admin/start-next': event,
  'POST /admin/order-viewers': 'who has an order open has read it, which is recorded',
  'PUT /admin/assign-order-status': event,
  'PUT /admin/move-order-status': event,
  'PUT /admin/change-order-status': event,
  'POST /admin/change-matching-orders': event,
  'GET /admin/bulk-runs/:runId': numbers,
  'GET /admin/bulk-runs/:runId/orders': 'ids of orders, and why they were not changed',
  'DELETE /admin/bulk-runs/:runId': 'the run says who cancelled it',
  'POST /admin/bulk-runs/:runId/undo': event,
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
  'PUT /admin/settle-document': event,
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
  'POST /form-filler/fields': 'recorded as form filled, by the member whose token it is',
  'GET /front/site': numbers,
  'GET /titles': numbers,
  'POST /intake/disputes': event,
  'POST /front/ask-agency': event,
  'POST /front/track-order': 'recorded: order viewed, by the customer',
  'POST /front/get-download-history': 'the order that was opened, which is recorded; a view by a member is',
  'POST /front/download-passport-doc-pdf': 'a row of downloads says it',
  'POST /front/send-link': 'answers the same for everybody; the link leads to track-order',
}

test('every call without a session is in the table of what is recorded for it', () => {
  const names = app.endpoints.filter(({ allow }) => !(allow in permissions)).map(nameOf)
  expect(names.toSorted()).toEqual(Object.keys(ofOthers).toSorted())
})

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

test('every staff call writes an entry, or is in the table of exceptions with its reason', async () => {
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

test('at most sixty refusals an hour are recorded for each member', async () => {
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
      'document read',
      'proposal compared',
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
