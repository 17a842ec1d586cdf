import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestOrder } from '../support/orders.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { memberNames, testPassword } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

/**
 * Spec §7 literally: methods, paths and field names are written as in the specification rather than taken from the
 * contract, so that a change of the contract cannot change them silently.
 */
let token: string
let orderId: number
let cookie = ''

const email = 'buyer@example.com'

const app = useTestApp()
beforeAll(async () => {
  token = await app.signInAs('Admin')
})
beforeEach(async () => {
  orderId = await createTestOrder(app, { email, amount: '49.00', currency: 'USD' })
})

interface CallResponse extends Record<string, unknown> {
  http: number
}

async function callByPath(
  method: string,
  path: string,
  sent?: object,
  authToken = token,
): Promise<CallResponse> {
  const isForm = sent instanceof FormData
  const response = await fetch(`${app.url}/api${path}`, {
    method,
    headers: {
      ...(authToken && { Authorization: authToken }),
      cookie,
      ...(sent && !isForm && { 'content-type': 'application/json' }),
    },
    ...(sent && { body: isForm ? sent : JSON.stringify(sent) }),
  })
  const [set = ''] = response.headers.getSetCookie()
  cookie = set.slice(0, set.indexOf(';')) || cookie
  const type = response.headers.get('content-type') ?? ''
  const body: object = type.startsWith('application/json') ? await response.json() : { type }
  return { http: response.status, ...body }
}

const instantPattern = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
const doneReply = { http: 200, status: 1, message: expect.any(String) }
const loadDetails = () => callByPath('GET', `/admin/get-orders-details/${orderId}`)
const move = (updatingStatus: string) =>
  callByPath('PUT', '/admin/move-order-status', { orderId: [orderId], updatingStatus })

async function upload(mailServiceProvider: string) {
  const form = new FormData()
  const fields = { orderId: String(orderId), email, mailServiceProvider }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('uploadVisaDoc', asFile(await aPdf(), 'approved.pdf'))
  return callByPath('POST', '/admin/upload-visa-document', form)
}

describe('session and account', () => {
  test('sign-in answers jwtToken, data, status and message, and the token is accepted without a prefix', async () => {
    const { email: own } = await app.addMember('Wayan Letter', 'Manager')
    const entered = await callByPath('POST', '/admin/admin-login', { email: own, password: testPassword })
    expect(entered).toMatchObject({
      ...doneReply,
      jwtToken: expect.any(String),
      data: { name: 'Wayan Letter' },
    })
    const response = await fetch(`${app.url}/api/user_info`, {
      headers: { Authorization: String(entered['jwtToken']) },
    })
    expect(await response.json()).toMatchObject({
      status: 1,
      data: { name: 'Wayan Letter', type: 'Manager' },
    })
  })

  test('change-password accepts newPassword only', async () => {
    const { email: own } = await app.addMember('Kadek Changes', 'Admin')
    const response = await fetch(`${app.url}/api/admin/change-password`, {
      method: 'POST',
      headers: { Authorization: await app.signInWith(own), 'content-type': 'application/json' },
      body: JSON.stringify({ newPassword: 'longer horse' }),
    })
    expect(await response.json()).toEqual({ status: 1, message: expect.stringMatching(/./) })
  })

  test('an expired session answers status 401 with a message', async () => {
    for (const path of ['get-folder-count', 'get-team-member-list', 'payment-gateways']) {
      const response = await fetch(`${app.url}/api/admin/${path}`, { headers: { Authorization: 'over' } })
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({ status: 401, message: 'Session expired. Sign in again.' })
    }
  })
})

describe('orders (spec §2, §3, §4, §7, §9)', () => {
  test('get-folder-count answers the counts object', async () => {
    const { data, ...frame } = await callByPath('GET', '/admin/get-folder-count?userName=Ayu%20Admin')
    expect(frame).toEqual(doneReply)
    expect(Object.keys(data as object).toSorted()).toEqual(
      [
        'myOrdersCount',
        'newOrdersCount',
        'priorityOrdersCount',
        'pendingOrdersCount',
        'completedOrdersCount',
        'awaitingOrdersCount',
        'awaitingGovtCount',
        'contactCustomerOrdersCount',
        'customerCalledCount',
        'allOrdersCount',
        'futureOrdersCount',
        'deletedOrdersCount',
        'refundOrdersCount',
        'chargeBackCount',
      ].toSorted(),
    )
  })

  test.each([
    'newOrder',
    'priorityOrder',
    'pendingOrder',
    'completedOrder',
    'deletedOrder',
    'awaitingOrder',
    'awaitingGovtOrder',
    'customerCalledOrder',
    'allOrder',
    'contactCustomerOrder',
    'refundOrder',
    'futureOrder',
    'myOrder',
    'chargeBack',
  ])('get-orders-list and search-order accept %s', async (orderName) => {
    const path = `/admin/get-orders-list/${orderName}?page=1&limit=10&delay=1&userName=Ayu%20Admin`
    expect(await callByPath('GET', path)).toMatchObject({ ...doneReply, data: expect.any(Array) })
    const otherView = `/admin/get-orders-list/${orderName}?page=1&perPage=10`
    expect(await callByPath('GET', otherView)).toMatchObject({
      ...doneReply,
      data: expect.any(Array),
      limit: 10,
    })
    const search = { start: 0, end: 10, searchVal: 'traveller', folderName: orderName }
    expect(await callByPath('POST', '/admin/search-order', search)).toMatchObject({
      ...doneReply,
      data: expect.any(Array),
    })
  })

  test('a list without parameters is the first page of ten', async () => {
    expect(await callByPath('GET', '/admin/get-orders-list/newOrder')).toMatchObject({ page: 1, limit: 10 })
  })

  test("assign-order-status accepts the caller's name and null", async () => {
    const assign = (assignto: string | null) =>
      callByPath('PUT', '/admin/assign-order-status', { orderId: [orderId], assignto })
    expect(await assign(memberNames.Admin)).toMatchObject({
      ...doneReply,
      message: 'Order has been assigned successfully',
    })
    expect(await loadDetails()).toMatchObject({ orderDetails: { assign_to: memberNames.Admin } })
    expect(await assign(null)).toMatchObject(doneReply)
    expect(await loadDetails()).toMatchObject({ orderDetails: { assign_to: null } })
  })

  test('change-order-status deletes without removing', async () => {
    const body = { orderId: [orderId], permanentDeletedFlag: false, updatingStatus: 'Deleted' }
    expect(await callByPath('PUT', '/admin/change-order-status', body)).toMatchObject({
      ...doneReply,
      message: 'Order has been deleted successfully',
    })
    expect(await loadDetails()).toMatchObject({ orderDetails: { process_status: 'Deleted' } })
  })

  test.each([
    'Awaiting',
    'AwaitingGovt',
    'Refunds',
    'Completed',
    'Deleted',
    'Contact Customer',
    'Customer Called',
    'ChargeBack',
  ])('move-order-status sets %s', async (updatingStatus) => {
    expect(await loadDetails()).toMatchObject({ orderDetails: { process_status: 'New' } })
    expect(await move(updatingStatus)).toMatchObject(doneReply)
    expect(await loadDetails()).toMatchObject({ orderDetails: { process_status: updatingStatus } })
  })

  test('move-to-complete-refund sends the refund mail', async () => {
    await move('Refunds')
    expect(await callByPath('PUT', '/admin/move-to-complete-refund', { orderId: [orderId] })).toMatchObject(
      doneReply,
    )
    expect(await loadDetails()).toMatchObject({
      orderDetails: { mailHistory: [{ kind: 'refund', to: email }] },
    })
  })

  test('add-new-remark accepts the five flags', async () => {
    const flags = { whatsapp: 'Y', telephone: 'Y', statusRefund: 'Y', voided: 'Y', chargeBack: 'Y' }
    const remark = { orderId, remark: 'Asked for a photo', remarkerName: 'Ayu Admin', ...flags }
    expect(await callByPath('POST', '/admin/add-new-remark', remark)).toMatchObject(doneReply)
    const shown = { whatsapp: 'Y', telephone: 'Y', status_refund: 'Y', voided: 'Y', chargeback: 'Y' }
    expect(await loadDetails()).toMatchObject({
      orderDetails: { remark: [{ order_id: orderId, remark: 'Asked for a photo', ...shown }] },
    })
  })

  test.each(['AWS', 'Sendgrid'])(
    'upload-visa-document and resend-mail accept the provider %s',
    async (provider) => {
      expect(await upload(provider)).toMatchObject(doneReply)
      const resent = { orderId, email, mailServiceProvider: provider }
      expect(await callByPath('POST', '/admin/resend-mail', resent)).toMatchObject(doneReply)
      const { orderDetails } = await loadDetails()
      expect(orderDetails).toMatchObject({
        process_status: 'Completed',
        uploadDoc: [{ mail_service_provider: provider }],
        mailHistory: [
          { remainder_mail: 'Y', create_ts: instantPattern },
          { remainder_mail: '', create_ts: instantPattern },
        ],
      })
    },
  )

  test('save-transaction-details saves the transaction details (product §5)', async () => {
    await move('Completed')
    const body = { transactionId: 'tx_1', merchantName: 'Xendit', orderId }
    expect(await callByPath('POST', '/admin/save-transaction-details', body)).toMatchObject(doneReply)
    expect(await loadDetails()).toMatchObject({
      orderDetails: { transaction_id: 'tx_1', merchant_name: 'Xendit' },
    })
  })

  test.each([1, 2])('defence pack %i is answered as details and as PDF', async (defencePackType) => {
    await move('ChargeBack')
    const body = { orderId, defencePackType }
    expect(await callByPath('POST', '/admin/defence-pack-details', body)).toMatchObject(doneReply)
    expect(await callByPath('POST', '/admin/get-defence-pack-pdf', body)).toEqual({
      http: 200,
      type: 'application/pdf',
    })
  })

  test('send-invoice accepts the order id', async () => {
    expect(await callByPath('POST', '/admin/send-invoice', { orderId: String(orderId) })).toMatchObject(
      doneReply,
    )
  })

  test('the reports accept fromDate and toDate', async () => {
    await move('Completed')
    const range = { fromDate: '2020-01-01', toDate: '2099-12-31' }
    const row = { arrival_nationality: 'INDONESIA', standard_count: expect.any(Number) }
    const more = { count: expect.any(Number), priority_count: expect.any(Number), future_count: 0 }
    expect(await callByPath('POST', '/admin/get-country-order-count', range)).toMatchObject({
      ...doneReply,
      countryOrderDetails: [{ ...row, ...more }],
    })
    expect(await callByPath('POST', '/admin/get-processed-by-count', range)).toMatchObject({
      ...doneReply,
      processedOrderDetails: [{ processed_by: memberNames.Admin, count: expect.any(Number) }],
    })
  })
})

describe('team and gateway (spec §6)', () => {
  test('the gateways are listed and one is activated', async () => {
    const { data } = await callByPath('GET', '/admin/payment-gateways')
    const other = (data as { id: number; is_active: string }[]).find(({ is_active }) => is_active !== '1')
    const body = { gatewayId: other?.id }
    expect(await callByPath('POST', '/admin/payment-gateway-setting', body)).toEqual(doneReply)
    const after = await callByPath('GET', '/admin/payment-gateways')
    expect(after['data']).toContainEqual(
      expect.objectContaining({ id: other?.id, gateway_name: expect.any(String), is_active: '1' }),
    )
  })

  test('a member is added, read, listed, updated and deleted', async () => {
    const { data: types } = await callByPath('GET', '/admin/get-team-member-type')
    expect(types).toEqual(['Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff'])
    const member = { name: 'Gede Short', email: 'gede@pabean.example', password: 'durian', type: 'Team' }
    const added = await callByPath('POST', '/admin/add-team-member', member)
    expect(added).toMatchObject({
      ...doneReply,
      data: { name: member.name, email: member.email, type: 'Team' },
    })
    const tmId = (added['data'] as { id: number }).id
    expect((await callByPath('GET', '/admin/get-team-member-list'))['data']).toContainEqual(added['data'])
    const changed = { ...member, type: 'Telecaller', tmId }
    expect(await callByPath('POST', '/admin/update-team-member', changed)).toMatchObject(doneReply)
    expect(await callByPath('GET', `/admin/team-member-info/${tmId}`)).toMatchObject({
      ...doneReply,
      data: { id: tmId, type: 'Telecaller' },
    })
    expect(await callByPath('PUT', '/admin/delete-team-member', { teamMemberId: tmId })).toEqual({
      ...doneReply,
      message: 'Team member deleted successfully.',
    })
  })
})

test('a visitor tracks an order, downloads the document and reads the history', async () => {
  await upload('AWS')
  cookie = ''
  const tracked = { orderId: String(orderId), email, landing_domain: 'arrival.pabean.example' }
  expect(await callByPath('POST', '/front/track-order', tracked, '')).toMatchObject(doneReply)
  const history = () => callByPath('POST', '/front/get-download-history', { orderId }, '')
  const { path, mainResult } = await history()
  expect(path).toBe('uploads/docs')
  const { documents, customer_name: customername } = mainResult as {
    documents: { file1: string }[]
    customer_name: string
  }
  const file1 = documents[0]?.file1
  const wanted = { orderId, customername, file1 }
  expect(await callByPath('POST', '/front/download-passport-doc-pdf', wanted, '')).toMatchObject(doneReply)
  expect(await history()).toMatchObject({ ...doneReply, data: [{ order_id: orderId, ip: '127.0.0.1' }] })
  const head = await fetch(`${app.url}/uploads/docs/${orderId}_${file1}`, {
    method: 'HEAD',
    headers: { cookie },
  })
  expect(head.status).toBe(200)
})
