import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeIn } from '../support/orders.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { memberNames, startTestApp, testPassword, type TestApp } from '../support/test-app.ts'

/**
 * Spec §7 literally: methods, paths and field names are written as in the specification rather than taken from the
 * contract, so that a change of the contract cannot change them silently.
 */
let app: TestApp
let token: string
let id: number
let cookie = ''

const email = 'buyer@example.com'

beforeAll(async () => {
  app = await startTestApp()
  token = await app.signInAs('Admin')
})
afterAll(() => app.stop())
beforeEach(async () => {
  id = await takeIn(app, { email, amount: '49.00', currency: 'USD' })
})

interface Answer extends Record<string, unknown> {
  http: number
}

async function ask(method: string, path: string, sent?: object, as = token): Promise<Answer> {
  const isForm = sent instanceof FormData
  const response = await fetch(`${app.url}/api${path}`, {
    method,
    headers: {
      ...(as && { Authorization: as }),
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

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
const done = { http: 200, status: 1, message: expect.any(String) }
const details = () => ask('GET', `/admin/get-orders-details/${id}`)
const move = (updatingStatus: string) =>
  ask('PUT', '/admin/move-order-status', { orderId: [id], updatingStatus })

async function upload(mailServiceProvider: string) {
  const form = new FormData()
  const fields = { orderId: String(id), email, mailServiceProvider }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('uploadVisaDoc', asFile(await aPdf(), 'approved.pdf'))
  return ask('POST', '/admin/upload-visa-document', form)
}

describe('session and account', () => {
  test('sign-in answers jwtToken, data, status and message, and the token is accepted without a prefix', async () => {
    const { email: own } = await app.addMember('Wayan Letter', 'Manager')
    const entered = await ask('POST', '/admin/admin-login', { email: own, password: testPassword })
    expect(entered).toMatchObject({ ...done, jwtToken: expect.any(String), data: { name: 'Wayan Letter' } })
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

describe('orders', () => {
  test('get-folder-count answers the counts object', async () => {
    const { data, ...frame } = await ask('GET', '/admin/get-folder-count?userName=Ayu%20Admin')
    expect(frame).toEqual(done)
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
    expect(await ask('GET', path)).toMatchObject({ ...done, data: expect.any(Array) })
    const otherView = `/admin/get-orders-list/${orderName}?page=1&perPage=10`
    expect(await ask('GET', otherView)).toMatchObject({ ...done, data: expect.any(Array), limit: 10 })
    const search = { start: 0, end: 10, searchVal: 'traveller', folderName: orderName }
    expect(await ask('POST', '/admin/search-order', search)).toMatchObject({
      ...done,
      data: expect.any(Array),
    })
  })

  test('a list without parameters is the first page of ten', async () => {
    expect(await ask('GET', '/admin/get-orders-list/newOrder')).toMatchObject({ page: 1, limit: 10 })
  })

  test("assign-order-status accepts the caller's name and null", async () => {
    const assign = (assignto: string | null) =>
      ask('PUT', '/admin/assign-order-status', { orderId: [id], assignto })
    expect(await assign(memberNames.Admin)).toMatchObject({
      ...done,
      message: 'Order has been assigned successfully',
    })
    expect(await details()).toMatchObject({ orderDetails: { assign_to: memberNames.Admin } })
    expect(await assign(null)).toMatchObject(done)
    expect(await details()).toMatchObject({ orderDetails: { assign_to: null } })
  })

  test('change-order-status deletes without removing', async () => {
    const body = { orderId: [id], permanentDeletedFlag: false, updatingStatus: 'Deleted' }
    expect(await ask('PUT', '/admin/change-order-status', body)).toMatchObject({
      ...done,
      message: 'Order has been deleted successfully',
    })
    expect(await details()).toMatchObject({ orderDetails: { process_status: 'Deleted' } })
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
    expect(await details()).toMatchObject({ orderDetails: { process_status: 'New' } })
    expect(await move(updatingStatus)).toMatchObject(done)
    expect(await details()).toMatchObject({ orderDetails: { process_status: updatingStatus } })
  })

  test('move-to-complete-refund sends the refund mail', async () => {
    await move('Refunds')
    expect(await ask('PUT', '/admin/move-to-complete-refund', { orderId: [id] })).toMatchObject(done)
    expect(await details()).toMatchObject({ orderDetails: { mailHistory: [{ kind: 'refund', to: email }] } })
  })

  test('add-new-remark accepts the five flags', async () => {
    const flags = { whatsapp: 'Y', telephone: 'Y', statusRefund: 'Y', voided: 'Y', chargeBack: 'Y' }
    const remark = { orderId: id, remark: 'Asked for a photo', remarkerName: 'Ayu Admin', ...flags }
    expect(await ask('POST', '/admin/add-new-remark', remark)).toMatchObject(done)
    const shown = { whatsapp: 'Y', telephone: 'Y', status_refund: 'Y', voided: 'Y', chargeback: 'Y' }
    expect(await details()).toMatchObject({
      orderDetails: { remark: [{ order_id: id, remark: 'Asked for a photo', ...shown }] },
    })
  })

  test.each(['AWS', 'Sendgrid'])(
    'upload-visa-document and resend-mail accept the provider %s',
    async (provider) => {
      expect(await upload(provider)).toMatchObject(done)
      const resent = { orderId: id, email, mailServiceProvider: provider }
      expect(await ask('POST', '/admin/resend-mail', resent)).toMatchObject(done)
      const { orderDetails } = await details()
      expect(orderDetails).toMatchObject({
        process_status: 'Completed',
        uploadDoc: [{ mail_service_provider: provider }],
        mailHistory: [
          { remainder_mail: 'Y', create_ts: instant },
          { remainder_mail: '', create_ts: instant },
        ],
      })
    },
  )

  test('save-transaction-details saves the transaction details', async () => {
    await move('Completed')
    const body = { transactionId: 'tx_1', merchantName: 'Xendit', orderId: id }
    expect(await ask('POST', '/admin/save-transaction-details', body)).toMatchObject(done)
    expect(await details()).toMatchObject({
      orderDetails: { transaction_id: 'tx_1', merchant_name: 'Xendit' },
    })
  })

  test.each([1, 2])('defence pack %i is answered as details and as PDF', async (defencePackType) => {
    await move('ChargeBack')
    const body = { orderId: id, defencePackType }
    expect(await ask('POST', '/admin/defence-pack-details', body)).toMatchObject(done)
    expect(await ask('POST', '/admin/get-defence-pack-pdf', body)).toEqual({
      http: 200,
      type: 'application/pdf',
    })
  })

  test('send-invoice accepts the order id', async () => {
    expect(await ask('POST', '/admin/send-invoice', { orderId: String(id) })).toMatchObject(done)
  })

  test('the reports accept fromDate and toDate', async () => {
    await move('Completed')
    const range = { fromDate: '2020-01-01', toDate: '2099-12-31' }
    const row = { arrival_nationality: 'INDONESIA', standard_count: expect.any(Number) }
    const more = { count: expect.any(Number), priority_count: expect.any(Number), future_count: 0 }
    expect(await ask('POST', '/admin/get-country-order-count', range)).toMatchObject({
      ...done,
      countryOrderDetails: [{ ...row, ...more }],
    })
    expect(await ask('POST', '/admin/get-processed-by-count', range)).toMatchObject({
      ...done,
      processedOrderDetails: [{ processed_by: memberNames.Admin, count: expect.any(Number) }],
    })
  })
})

describe('team and gateway', () => {
  test('the gateways are listed and one is activated', async () => {
    const { data } = await ask('GET', '/admin/payment-gateways')
    const other = (data as { id: number; is_active: string }[]).find(({ is_active }) => is_active !== '1')
    const body = { gatewayId: other?.id }
    expect(await ask('POST', '/admin/payment-gateway-setting', body)).toEqual(done)
    const after = await ask('GET', '/admin/payment-gateways')
    expect(after['data']).toContainEqual({
      id: other?.id,
      gateway_name: expect.any(String),
      is_active: '1',
    })
  })

  test('a member is added, read, listed, updated and deleted', async () => {
    const { data: types } = await ask('GET', '/admin/get-team-member-type')
    expect(types).toEqual(['Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff'])
    const member = { name: 'Gede Short', email: 'gede@pabean.example', password: 'secret', type: 'Team' }
    const added = await ask('POST', '/admin/add-team-member', member)
    expect(added).toMatchObject({ ...done, data: { name: member.name, email: member.email, type: 'Team' } })
    const tmId = (added['data'] as { id: number }).id
    expect((await ask('GET', '/admin/get-team-member-list'))['data']).toContainEqual(added['data'])
    const changed = { ...member, type: 'Telecaller', tmId }
    expect(await ask('POST', '/admin/update-team-member', changed)).toMatchObject(done)
    expect(await ask('GET', `/admin/team-member-info/${tmId}`)).toMatchObject({
      ...done,
      data: { id: tmId, type: 'Telecaller' },
    })
    expect(await ask('PUT', '/admin/delete-team-member', { teamMemberId: tmId })).toEqual({
      ...done,
      message: 'Team member deleted successfully.',
    })
  })
})

test('a visitor tracks an order, downloads the document and reads the history', async () => {
  await upload('AWS')
  cookie = ''
  const tracked = { orderId: String(id), email, landing_domain: 'arrival.pabean.example' }
  expect(await ask('POST', '/front/track-order', tracked, '')).toMatchObject(done)
  const history = () => ask('POST', '/front/get-download-history', { orderId: id }, '')
  const { path, mainResult } = await history()
  expect(path).toBe('uploads/docs')
  const { documents, customer_name: customername } = mainResult as {
    documents: { file1: string }[]
    customer_name: string
  }
  const file1 = documents[0]?.file1
  const wanted = { orderId: id, customername, file1 }
  expect(await ask('POST', '/front/download-passport-doc-pdf', wanted, '')).toMatchObject(done)
  expect(await history()).toMatchObject({ ...done, data: [{ order_id: id, ip: '127.0.0.1' }] })
  const head = await fetch(`${app.url}/uploads/docs/${id}_${file1}`, { method: 'HEAD', headers: { cookie } })
  expect(head.status).toBe(200)
})
