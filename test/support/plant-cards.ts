import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { correctOrder } from '#contract/corrections.ts'
import { recordDispute, saveDispute } from '#contract/disputes.ts'
import { uploadDocument, withdrawDocument } from '#contract/documents.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { createOrder } from '#contract/intake.ts'
import { createIntakeKey } from '#contract/intake-keys.ts'
import { answerMessage } from '#contract/messages.ts'
import { assignOrders, moveOrders } from '#contract/moves.ts'
import { saveTransaction } from '#contract/order-details.ts'
import { refundOrders } from '#contract/refunds.ts'
import { addRemark } from '#contract/remarks.ts'
import { keepsNumbers } from '#contract/rules/card-number-fields.ts'
import { arrivalFields, departureFields } from '#contract/rules/order-fields.ts'
import { forgotPassword, signIn } from '#contract/session.ts'
import { addTeamMember } from '#contract/team.ts'
import { sendLink, trackOrder } from '#contract/visitor.ts'
import { importFile } from '#server/intake/import/import-file.ts'
import { receiveSnapshot, snapshotOf } from './disputes.ts'
import { aPdf, asFile } from './document-fixtures.ts'
import { memberNames, testIntakeKey, testPassword, type TestApp } from './test-app.ts'
import { aMailWithFiles, sendgridMail } from './webhooks.ts'
import type { PlantedCards } from './planted-cards.ts'

export const inboundKey = 'inbound-key-0123456789'

interface Field {
  app: TestApp
  cards: PlantedCards
}

async function act<E extends Endpoint>(
  { app }: Field,
  endpoint: E,
  input: Input<E>,
  headers: Record<string, string> = {},
) {
  const token = endpoint.allow === 'intakeKey' ? testIntakeKey : await app.signInAs('Admin')
  const answer = await app.call(endpoint, input, { token, headers })
  if (answer.http !== 200) throw new Error(`${endpoint.path} answered ${answer.http}: ${answer.body.message}`)
  return answer.body
}

const textKinds = new Set(['text', 'texts', 'country', 'countries', 'dateText'])

/** A card number in every field that takes a text, and in fields that we do not know. */
function orderWithCards({ cards }: Field, way: string): Record<string, unknown> {
  const texts = [...arrivalFields, ...departureFields].filter(
    ({ key, kind }) => textKinds.has(kind) && !keepsNumbers(key),
  )
  const listed = (...keys: string[]) =>
    Object.fromEntries(keys.map((key) => [key, cards.card(`${way}, lists`)]))
  return {
    landing_domain: 'arrival.pabean.example',
    email: `${cards.card(`${way}, e-mail`, 'plain').replaceAll(' ', '.')}@canary.example`,
    departure_dob: '1985-07-01',
    ...Object.fromEntries(texts.map(({ key }) => [key, cards.card(`${way}, declaration`)])),
    arrival_further: [cards.card(`${way}, unknown fields`), 'and more'],
    arrival_number: Number(cards.card(`${way}, unknown fields`, 'plain').replaceAll(/\D/g, '').slice(0, 16)),
    merchant_name: cards.card(`${way}, payment`),
    card_fingerprint: cards.card(`${way}, payment`),
    payment_user_agent: cards.card(`${way}, payment`),
    device_id: cards.card(`${way}, payment`),
    account_id: cards.card(`${way}, payment`),
    billing_address: cards.card(`${way}, payment`),
    transport_type: cards.card(`${way}, payment`),
    familyMember: [listed('family_member_name', 'family_passport_number', 'family_nationality')],
    importingGoods: [
      {
        animals: 'Yes',
        details: [{ group: 'animals', ...listed('category', 'description_of_Goods', 'units', 'value') }],
      },
    ],
  }
}

async function plantOrder(field: Field): Promise<number> {
  const key = `key ${field.cards.card('idempotency keys', 'plain')}`
  const body = orderWithCards(field, 'intake')
  const sent = { body: body as Input<typeof createOrder>['body'] }
  const { data } = await act(field, createOrder, sent, { 'idempotency-key': key })
  await act(field, createOrder, sent, { 'idempotency-key': key })
  return data.order_id
}

async function plantWork(field: Field, orderId: number): Promise<void> {
  const { cards } = field
  await act(field, assignOrders, { body: { orderId, assignto: memberNames.Admin } })
  for (let count = 0; count < 20; count++)
    await act(field, addRemark, {
      body: { orderId, remark: `He paid by ${cards.card('remarks')}, he says.` },
    })
  const changes = {
    arrival_full_name: `Ana ${cards.card('corrections')}`,
    arrival_hotel_name: cards.card('corrections'),
    familyMember: [{ family_member_name: cards.card('corrections') }],
  }
  await act(field, correctOrder, { body: { orderId, changes, reason: cards.card('reasons') } })
  await act(field, answerMessage, { body: { orderId, text: `Your card ${cards.card('answers')}, thanks.` } })
}

async function plantLateWork(field: Field, orderId: number): Promise<void> {
  const { cards } = field
  const upload = async () => {
    const file = asFile(await aPdf('A document'), `${cards.card('names of uploads', 'plain')}.pdf`)
    const body = {
      orderId,
      email: `${cards.card('recipients', 'plain').replaceAll(' ', '-')}@canary.example`,
    }
    return (await act(field, uploadDocument, { body, file })).data.file1
  }
  const file1 = await upload()
  await act(field, withdrawDocument, { body: { orderId, file1, reason: cards.card('reasons') } })
  await upload()
  await act(field, moveOrders, { body: { orderId, updatingStatus: 'Refunds' } })
  await act(field, refundOrders, { body: { orderId: [orderId], reference: cards.card('refunds') } })
  await act(field, moveOrders, { body: { orderId, updatingStatus: 'ChargeBack' } })
  await act(field, saveTransaction, {
    body: { orderId, transactionId: `T-${orderId}`, merchantName: cards.card('merchants') },
  })
  const reasonCode = cards.card('disputes', 'plain')
  await act(field, saveDispute, { body: { orderId, dueOn: '2030-01-01', reasonCode, outcome: '' } })
  const network_code = cards.card('disputes')
  const network = cards.card('disputes')
  const body = { orderId, stage: 'inquiry', reason: 'other', network, network_code } as const
  await act(field, recordDispute, { body })
  const told = snapshotOf({ network_code: cards.card('disputes', 'plain'), transaction_id: `T-${orderId}` })
  await receiveSnapshot(field.app, told)
}

const encodedWord = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`

async function plantMail(field: Field, orderId: number): Promise<void> {
  const { app, cards } = field
  const from = `${cards.card('addresses of mails', 'plain').replaceAll(' ', '.')}@canary.example`
  const lines = Array.from({ length: 10 }, () => `Karte: ${cards.card('texts of mails')} bitte`)
  const quoted = `On Monday the 3rd Siti wrote:\n> ${cards.card('texts of mails', 'plain')}`
  const mail = aMailWithFiles(
    {
      From: `${encodedWord(cards.card('headers of mails'))} <${from}>`,
      To: `<${orderId}@mail.pabean.example>, <${cards.card('headers of mails', 'plain').replaceAll(' ', '.')}@x.example>`,
      Subject: encodedWord(cards.card('headers of mails').replaceAll(/\s+/g, ' ')),
      References: `<${cards.card('headers of mails', 'plain').replaceAll(' ', '.')}@x.example>`,
      'Message-ID': `<${cards.card('headers of mails', 'plain').replaceAll(' ', '.')}@x.example>`,
    },
    `${lines.join('\n')}\n${'A long story. '.repeat(2000)}\n\n${quoted}`,
    [
      {
        name: `${cards.card('names of attachments', 'plain')}.txt`,
        type: 'text/plain',
        bytes: Buffer.from('x'),
      },
    ],
  )
  const path = `${app.url}/api/hooks/sendgrid/inbound/${inboundKey}`
  const answer = await fetch(path, sendgridMail(orderId, mail, from))
  if (answer.status !== 200) throw new Error(`The hook answered ${answer.status}.`)
}

async function plantImport(field: Field): Promise<void> {
  const { app, cards } = field
  const order = {
    ...orderWithCards(field, 'import'),
    processed_by: `Former ${cards.card('import, members')}`,
    remark: [
      { remark: cards.card('import, remarks'), remark_name: `Somebody ${cards.card('import, members')}` },
      { remark: cards.card('import, remarks'), remark_name: memberNames.Admin },
    ],
  }
  const refused = (line: number, reason: string) => {
    throw new Error(`Line ${line} was refused: ${reason}`)
  }
  const reporter = { refused, resumed: () => {}, progress: () => {} }
  const path = join(app.dataDir, '..', `cards-${randomUUID()}`)
  await writeFile(`${path}.ndjson`, JSON.stringify(order))
  await importFile(app.platform, `${path}.ndjson`, reporter, `${path}.report`)
  await rm(`${path}.ndjson`)
  const cells = ['arrival.pabean.example', 'a@canary.example', `Ana ${cards.card('import, CSV')}`]
  const rows = ['landing_domain,email,arrival_full_name', cells.map((cell) => `"${cell}"`).join()]
  await writeFile(`${path}.csv`, rows.join('\n'))
  await importFile(app.platform, `${path}.csv`, reporter, `${path}.report`)
  await rm(`${path}.csv`)
}

async function plantAround(field: Field, orderId: number): Promise<void> {
  const { app, cards } = field
  const address = () => `${cards.card('addresses of visitors', 'plain').replaceAll(' ', '-')}@canary.example`
  const headers = { 'user-agent': `Mozilla/5.0 ${cards.card('user agents', 'plain')}` }
  await app.call(trackOrder, { body: { orderId: String(orderId), email: address() } }, { headers })
  await app.call(sendLink, { body: { email: address() } }, { headers })
  await app.call(forgotPassword, { body: { email: address() } }, { headers })
  const email = 'ayu.admin@pabean.example'
  await app.call(signIn, { body: { email, password: testPassword } }, { headers })
  await act(field, createIntakeKey, {
    body: { name: `Site ${cards.card('names', 'plain')}`, domains: 'pabean.example' },
  })
  const name = `Sari ${cards.card('names', 'plain')}`
  await act(field, addTeamMember, {
    body: { name, email: `sari${orderId}@pabean.example`, password: 'a long new password', type: 'Team' },
  })
}

/** Sends at least `count` card numbers by every way that there is. */
export async function plantCards(field: Field, count: number): Promise<void> {
  for (let round = 0; round === 0 || field.cards.total() < count; round++) {
    const orderId = await plantOrder(field)
    await plantWork(field, orderId)
    await plantImport(field)
    // These take a second each.
    if (round % 10 > 0) continue
    await plantMail(field, orderId)
    await plantLateWork(field, orderId)
    await plantAround(field, orderId)
  }
}
