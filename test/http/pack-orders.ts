import PdfKit from 'pdfkit'
import { uploadDocument } from '#contract/documents.ts'
import { moveOrders } from '#contract/moves.ts'
import { saveTransaction } from '#contract/order-details.ts'
import { refundOrders } from '#contract/refunds.ts'
import { addRemark } from '#contract/remarks.ts'
import { askAgency, settleRequest } from '#contract/requests.ts'
import type { MoveTarget } from '#contract/rules/statuses.ts'
import { downloadDocument } from '#contract/visitor.ts'
import { createTestOrder } from '../support/orders.ts'
import { asFile } from '../support/document-fixtures.ts'
import { memberNames, type TestApp } from '../support/test-app.ts'
import { forwardedFor, openOrder } from './visitor-requests.ts'

const latin = 'fonts/ibm-plex-sans/IBMPlexSans_400Regular.ttf'

/** Signs in again, because these tests advance the clock past the end of sessions. */
export const signInFresh = (app: TestApp, role: keyof typeof memberNames): Promise<string> =>
  app.signInWith(`${memberNames[role].toLowerCase().replaceAll(' ', '.')}@pabean.example`)

export interface TestClock {
  now: Date
}

/** Sets the test clock before `work`, to create data at that time. */
export const atTime = <T>(clock: TestClock, instant: string, work: () => Promise<T>): Promise<T> => {
  clock.now = new Date(instant)
  return work()
}

/** An approved document like the customs office's: two pages with embedded fonts, a link and drawings. */
export async function approvedPdf({ embedded = true, noise = 0 } = {}): Promise<Buffer> {
  const document = new PdfKit({ size: 'A4', margin: 40 })
  if (embedded) document.font(latin)
  document.fontSize(18).text('ELECTRONIC CUSTOMS DECLARATION')
  document.fontSize(11).text('Registration 8812-4471-0093', { link: 'https://customs.example/8812' })
  for (let x = 0; x < 21; x++)
    for (let y = 0; y < 21; y++)
      if ((x * 7 + y * 11 + x * y) % 3 === 0) document.rect(400 + x * 6, 120 + y * 6, 6, 6)
  document.fill('#123a7a')
  document.rect(20, 20, 555, 802).stroke('#c2152f')
  document.fillColor('#000').text('Bottom of the page', 40, 770)
  // Incompressible noise.
  let seed = 1
  for (let dot = 0; dot < noise; dot++) {
    seed = (seed * 48_271) % 2_147_483_647
    document
      .rect(seed % 595, (seed >> 7) % 841, 0.5 + (seed % 97) / 50, 0.5)
      .fill(`#${(seed % 0xffffff).toString(16).padStart(6, '0')}`)
  }
  document.addPage().text('Second page')
  document.end()
  const chunks: Buffer[] = []
  for await (const chunk of document) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

const buyer = {
  email: 'maria.santos@example.com',
  arrival_full_name: 'Maria Santos Oliveira',
  arrival_email: 'Maria.Santos@example.com',
  arrival_passport_number: 'FX998877',
  arrival_passport_expiry: '2031-08-14',
  arrival_dob: '1988-05-17',
  arrival_nationality: 'BRA',
  arrival_sex: 'Female',
  arrival_place_of_birth: 'São Paulo',
  card_brand: 'Visa',
  card_last4: '4242',
  card_fingerprint: 'fp_7Hq2mZk0w9',
  avs_result: 'Y',
  cvv_result: 'M',
  three_d_secure_result: 'Y',
  payment_ip: '203.0.113.77',
  payment_user_agent: browser,
  device_id: 'dev-5f2c-99e1',
  account_id: 'acct_120045',
  merchant_name: 'Pabean Travel Services',
  terms_version: '2026-01',
  disclosure_version: '2026-01',
  government_fee: '0.00',
  service_fee: '64.50',
  statement_name: 'PABEAN',
  amount: '64.50',
  currency: 'USD',
}

/** An order with every field a landing site can send, paid at the given time. */
export const paidOrder = (paidAt: string, changes: Record<string, unknown> = {}) => ({
  ...buyer,
  transaction_id: `txn_${paidAt.slice(0, 10)}`,
  paid_at: paidAt,
  terms_accepted_at: paidAt,
  disclosure_shown_at: paidAt,
  disclosure_accepted_at: paidAt,
  processing_mode: 'priority',
  language: 'es',
  arrival_doa: '2027-03-12',
  arrival_dod: '2027-03-26',
  arrival_place_of_arrival: 'Denpasar (DPS)',
  arrival_mode_of_transport: 'Air',
  arrival_flight_number: 'SQ938',
  arrival_purpose_of_travel: 'Tourism',
  arrival_number_of_Baggage_arriving: '2',
  familyMember: [
    {
      family_member_name: 'João Oliveira',
      family_passport_number: 'FX998878',
      family_nationality: 'BRA',
      family_other_nationalities: '',
      family_relationship: 'Husband',
    },
  ],
  importingGoods: [
    {
      animals: 'No',
      narcotics: 'No',
      currency: 'Yes',
      foreign: 'No',
      cigarettes: 'No',
      purchase: 'Yes',
      imported_goods: 'No',
      originating_goods: 'No',
      details: [
        {
          group: 'purchase',
          category: 'Electronics',
          description_of_Goods: 'Camera',
          quantityofGoods: '1',
          units: 'piece',
          value: '1400',
          currency: 'USD',
          unaccompanied_baggage: 'No',
          date_month_year_import: '2027-03-12',
        },
      ],
    },
  ],
  ...changes,
})

export async function upload(app: TestApp, orderId: number, file: File, email = buyer.email) {
  const { http, body } = await app.call(
    uploadDocument,
    { body: { orderId, email, mailServiceProvider: 'AWS' }, file },
    { token: await signInFresh(app, 'Team') },
  )
  if (http !== 200) throw new Error(`the upload answered ${http}: ${body.message}`)
  return body.data.file1
}

/** Opens the order as its visitor and downloads a document with all its bytes. */
async function downloadAsVisitor(
  app: TestApp,
  orderId: number,
  file1: string,
  ip: string,
  email = buyer.email,
) {
  const cookie = await openOrder({ app, orderId, email, ip })
  const headers = { ...forwardedFor(ip), 'user-agent': browser }
  await app.call(
    downloadDocument,
    { body: { orderId, customername: '', file1, timezone: 'America/Sao_Paulo' } },
    { headers, cookie },
  )
  await fetch(`${app.url}/uploads/docs/${orderId}_${file1}`, { headers: { ...headers, cookie } }).then((it) =>
    it.arrayBuffer(),
  )
}

/** The customer says that something is wrong, and a member refuses it with words. */
async function askAndAnswer(app: TestApp, orderId: number, text: string, answer: string) {
  const cookie = await openOrder({ app, orderId, email: buyer.email, ip: '198.51.100.40' })
  const asked = await app.call(askAgency, { body: { orderId, about: 'wrong', text } }, { cookie })
  const { http } = await app.call(
    settleRequest,
    { body: { orderId, as: 'refused', text: answer } },
    { token: await signInFresh(app, 'Team') },
  )
  if (asked.http !== 200 || http !== 200) throw new Error(`the request answered ${asked.http}, ${http}`)
}

async function addComment(app: TestApp, orderId: number, text: string, flags: Record<string, 'Y'> = {}) {
  const { http } = await app.call(
    addRemark,
    { body: { orderId, remark: text, ...flags } },
    { token: await signInFresh(app, 'Telecaller') },
  )
  if (http !== 200) throw new Error(`the remark answered ${http}`)
}

export async function moveOrder(app: TestApp, orderId: number, updatingStatus: MoveTarget) {
  const { http, body } = await app.call(
    moveOrders,
    { body: { orderId, updatingStatus } },
    { token: await signInFresh(app, 'Team') },
  )
  if (http !== 200) throw new Error(`the move answered ${http}: ${body.message}`)
}

/** Marks every mail of the order as delivered, by a provider's answer and report. */
async function markMailsDelivered(app: TestApp, orderId: number) {
  const { db, clock } = app.platform
  const mails = await db
    .updateTable('mails')
    .set({ state: 'delivered', sent_at: clock(), provider_message_id: '0100018f-2c31-4d7a' })
    .where('order_id', '=', orderId)
    .where('sent_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of mails)
    await db
      .insertInto('mail_reports')
      .values({
        mail_id: id,
        provider: 'AWS',
        provider_event_id: id,
        kind: 'delivered',
        at: clock(),
        received_at: clock(),
        detail: null,
      })
      .execute()
}

/** Creates an order with everything captured: prior transactions, document, downloads, remarks, refund, chargeback. */
export async function createFullOrder(
  app: TestApp,
  clock: TestClock,
): Promise<{ orderId: number; earlier: number[] }> {
  const priorTransactions: number[] = []
  for (const day of ['2026-05-02', '2026-08-19', '2026-10-01'])
    priorTransactions.push(
      await atTime(clock, `${day}T09:30:00Z`, () =>
        createTestOrder(app, paidOrder(`${day}T09:30:00Z`, { arrival_doa: '' })),
      ),
    )
  // A prior order too recent to count, and a disputed one.
  await atTime(clock, '2027-01-15T09:30:00Z', () => createTestOrder(app, paidOrder('2027-01-15T09:30:00Z')))
  const disputed = await atTime(clock, '2026-09-09T09:30:00Z', () =>
    createTestOrder(app, paidOrder('2026-09-09T09:30:00Z')),
  )

  clock.now = new Date('2027-03-01T14:05:00Z')
  const orderId = await createTestOrder(app, paidOrder('2027-03-01T14:04:12Z'))
  await moveOrder(app, disputed, 'ChargeBack')
  await moveOrder(app, disputed, 'Completed')
  await moveOrder(app, orderId, 'AwaitingGovt')
  await atTime(clock, '2027-03-02T03:00:00Z', () =>
    addComment(
      app,
      orderId,
      'Customer asked for the arrival hall; told him DPS. Passport FX998877 (fx 998 878 for João) checked.',
      {
        whatsapp: 'Y',
      },
    ),
  )
  const file1 = await atTime(clock, '2027-03-02T09:00:00Z', async () =>
    upload(app, orderId, asFile(await approvedPdf(), 'declaration-FX998877.pdf')),
  )
  await markMailsDelivered(app, orderId)
  await atTime(clock, '2027-03-02T11:20:00Z', () => downloadAsVisitor(app, orderId, file1, '203.0.113.77'))
  await atTime(clock, '2027-03-10T20:45:00Z', () => downloadAsVisitor(app, orderId, file1, '198.51.100.20'))
  await atTime(clock, '2027-03-14T09:00:00Z', () =>
    askAndAnswer(app, orderId, 'Is the city right?', 'It is as you gave it.'),
  )
  await atTime(clock, '2027-03-20T06:00:00Z', async () => {
    await addComment(app, orderId, 'Called back: customer wants her money, card 4111 1111 1111 1111.', {
      telephone: 'Y',
    })
    await moveOrder(app, orderId, 'Refunds')
    const token = await signInFresh(app, 'Manager')
    await app.call(
      refundOrders,
      { body: { orderId: [orderId], amount: '20.00', currency: 'USD', reference: 're_3Pq8Lk2e' } },
      { token },
    )
    await moveOrder(app, orderId, 'ChargeBack')
    await addComment(app, orderId, 'Evidence is being put together.', { chargeBack: 'Y' })
  })
  await markMailsDelivered(app, orderId)
  const token = await signInFresh(app, 'Team')
  await app.call(
    saveTransaction,
    { body: { orderId, transactionId: 'txn_2027_77120', merchantName: buyer.merchant_name } },
    { token },
  )
  return { orderId, earlier: priorTransactions }
}

/** Creates an order with an e-mail address only. */
export async function createEmptyOrder(app: TestApp): Promise<number> {
  const bare = Object.fromEntries(
    [
      'arrival_full_name',
      'arrival_email',
      'arrival_nationality',
      'arrival_passport_number',
      'arrival_phone_code',
      'arrival_phone_number',
    ].map((key) => [key, '']),
  )
  const orderId = await createTestOrder(app, bare)
  await moveOrder(app, orderId, 'Contact Customer')
  return orderId
}

const sentences = [
  'Customer asks when the declaration will be ready; told that it is with customs. ',
  '客人询问申报单什么时候可以下载，已经通过电话说明，并请客人核对护照号码。',
  'اتصل العميل وسأل عن موعد وصول المستند، وأجبنا أنه سيصل قبل السفر بيومين. ',
  '고객이 문서를 다시 보내 달라고 요청했습니다. ',
  'Khách hàng hỏi về mã số đơn hàng và đã được trả lời. ',
  'ລູກຄ້າໂທມາຖາມ ',
]
/** From 3 to about 12,000 characters. */
const remarkLengths = [3, 18, 40, 90, 180, 260, 420, 800, 1500, 12_000]

export const manyRemarks = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const sentence = sentences[index % sentences.length] ?? ''
    const length = remarkLengths[(index * 7) % remarkLengths.length] ?? 40
    return sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length)
  })
