import { expect, test } from 'vitest'
import { correctOrder } from '#contract/corrections.ts'
import * as contract from '#contract/documents.ts'
import { moveOrders, undo } from '#contract/moves.ts'
import { downloadHistory } from '#contract/visitor.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { createTestOrder } from '../support/orders.ts'
import { openOrder } from './visitor-requests.ts'
import { orderPath, requestPage, visitorPage } from './visitor-page-requests.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ visitorPage })
const team = app.as('Team')

const email = 'buyer@example.com'
const budi = {
  family_member_name: 'Budi Santoso',
  family_passport_number: 'C5550001',
  family_relationship: 'Husband',
}
const ani = {
  family_member_name: 'Ani Santoso',
  family_passport_number: 'C5550002',
  family_relationship: 'Child',
}
const aFamily = () =>
  createTestOrder(app, { email, arrival_full_name: 'Siti Rahma', familyMember: [budi, ani] })

interface UploadFields {
  traveller?: number | string
  replaces?: string
  alsoFor?: string
  text?: string
}
const upload = async (orderId: number, { text = '', ...fields }: UploadFields = {}) =>
  team.call(contract.uploadDocument, {
    body: { orderId, email, ...fields },
    file: asFile(await aPdf(text), 'approved.pdf'),
  })
const uploaded = async (orderId: number, fields: UploadFields = {}) => {
  const { http, body } = await upload(orderId, fields)
  expect(http, body.message).toBe(200)
  return body.data
}
/** Newest first. */
const namesOf = async (orderId: number) =>
  (await team.order(orderId)).uploadDoc.map(({ traveller_name }) => traveller_name)
const undoUpload = (undoToken: string | null) => team.call(undo, { body: { undo: undoToken ?? '' } })
const correctFamily = (orderId: number, familyMember: object[]) =>
  team.call(correctOrder, { body: { orderId, changes: { familyMember }, reason: 'As the passports say.' } })

test('a document of one traveller leaves the order open until each has one, and its mail says so (product §3)', async () => {
  const orderId = await aFamily()
  const stateOf = async () => (await team.order(orderId)).process_status
  const first = await upload(orderId, { traveller: 0 })
  expect(first.body).toMatchObject({
    message: expect.stringContaining('The order stays open: no document yet of Budi Santoso, Ani Santoso.'),
    data: { completed: false, lacking: ['Budi Santoso', 'Ani Santoso'] },
  })
  const mail = await team.call(contract.emailContent, { params: { orderId } })
  expect(mail.body.data.text).toMatch(/Travellers:? *Siti Rahma\s+Still to come:? *Budi Santoso, Ani Santoso/)
  await uploaded(orderId, { traveller: 1 })
  expect(await stateOf()).toBe('New')
  const last = await uploaded(orderId, { traveller: 2 })
  expect([last.completed, last.lacking, await stateOf()]).toEqual([true, [], 'Completed'])
  expect((await team.call(contract.emailContent, { params: { orderId } })).body.data.text).not.toContain(
    'Still',
  )
  expect((await undoUpload(last.undo)).http).toBe(200)
  expect([await stateOf(), await namesOf(orderId)]).toEqual(['New', ['Budi Santoso', 'Siti Rahma']])
  await team.call(moveOrders, { body: { orderId, updatingStatus: 'Completed' } })
  expect(await uploaded(orderId, { traveller: 0 })).toMatchObject({ completed: false, lacking: [] })
  const whole = await uploaded(await aFamily())
  expect([whole.completed, whole.lacking]).toEqual([true, []])
})

test('documents of several travellers are shown together; a new one replaces that of the same traveller', async () => {
  const orderId = await aFamily()
  const own = await uploaded(orderId, { traveller: 0 })
  expect(own.completed).toBe(false)
  const first = await uploaded(orderId, { traveller: 2 })
  const second = await uploaded(orderId, { traveller: 2 })
  expect((await team.order(orderId)).uploadDoc).toMatchObject([
    { file1: second.file1, traveller: 2, traveller_name: 'Ani Santoso' },
    { file1: own.file1, traveller: 0, traveller_name: 'Siti Rahma' },
  ])
  const cookie = await openOrder({ app, orderId, email })
  const { body } = await app.call(downloadHistory, { body: { orderId } }, { cookie })
  expect(body.mainResult.documents.map(({ traveller_name, file1 }) => [traveller_name, file1])).toEqual([
    ['Siti Rahma', own.file1],
    ['Ani Santoso', second.file1],
  ])
  const { html } = await requestPage(app, orderPath(orderId), { cookie })
  expect(html).toMatch(/For (<[^>]+>)*Siti Rahma[\s\S]*For (<[^>]+>)*Ani Santoso/)
  expect(html).not.toContain('Budi Santoso')

  expect((await undoUpload(second.undo)).http).toBe(200)
  expect((await team.order(orderId)).uploadDoc.map(({ file1 }) => file1)).toEqual([first.file1, own.file1])
})

test('a document of the whole order replaces all travellers’; undo restores those without a newer one', async () => {
  await uploaded(await aFamily(), { traveller: 1 })
  const orderId = await aFamily()
  await uploaded(orderId, { traveller: 1 })
  await uploaded(orderId, { traveller: 2 })
  const whole = await uploaded(orderId)
  expect(await namesOf(orderId)).toEqual([null])
  await uploaded(orderId, { traveller: 2 })
  expect(await namesOf(orderId)).toEqual(['Ani Santoso', null])
  expect((await undoUpload(whole.undo)).http).toBe(200)
  expect(await namesOf(orderId)).toEqual(['Ani Santoso', 'Budi Santoso'])
})

test('the second of two concurrent documents of a traveller replaces the first', async () => {
  const orderId = await aFamily()
  const answers = await Promise.all([upload(orderId, { traveller: 1 }), upload(orderId, { traveller: 1 })])
  expect(answers.map(({ http }) => http)).toEqual([200, 200])
  expect(await namesOf(orderId)).toEqual(['Budi Santoso'])
})

test('undo during an upload for the same traveller leaves one document', async () => {
  const orderId = await aFamily()
  await uploaded(orderId, { traveller: 1 })
  const whole = await uploaded(orderId)
  await Promise.all([undoUpload(whole.undo), upload(orderId, { traveller: 1 })])
  expect(await namesOf(orderId)).toEqual(['Budi Santoso'])
})

test('a traveller outside the order is refused with 400, and nothing is stored', async () => {
  const orderId = await aFamily()
  for (const traveller of [3, -1, 201, '', '1.5', 'x']) {
    const { http, body } = await upload(orderId, { traveller })
    expect([traveller, http]).toEqual([traveller, 400])
    expect(body.errors).toHaveProperty('traveller')
  }
  expect((await team.order(orderId)).uploadDoc).toEqual([])
})

test('a file that names one traveller proposes that traveller, and a file that names another warns', async () => {
  const orderId = await aFamily()
  const propose = async (text: string) => {
    const file = asFile(await aPdf(text), 'approved.pdf')
    return team.call(contract.readDocument, { body: { orderId }, file })
  }
  const proposed = async (text: string) => (await propose(text)).body.data.traveller
  expect(await proposed('NAME: SANTOSO ANI')).toBe(2)
  expect(await proposed('Passport C5550001')).toBe(1)
  expect(await proposed('BUDI SANTOSO, ANI SANTOSO')).toBeNull()
  expect(await proposed('John Smith')).toBeNull()
  expect(await proposed('')).toBeNull()
  const picture = asFile(Buffer.from('no document'), 'approved.pdf')
  expect((await team.call(contract.readDocument, { body: { orderId }, file: picture })).http).toBe(415)
  expect((await team.order(orderId)).uploadDoc).toEqual([])

  const { warnings } = await uploaded(orderId, { traveller: 1, text: 'NAME: SANTOSO ANI' })
  expect(warnings).toEqual(['The file names Ani Santoso, not Budi Santoso.'])
})

test('documents follow their travellers through corrections, and a traveller with a document cannot be removed (product §12)', async () => {
  const other = await aFamily()
  await uploaded(other, { traveller: 2 })
  const orderId = await aFamily()
  await uploaded(orderId, { traveller: 0 })
  await uploaded(orderId, { traveller: 2 })
  expect((await correctFamily(orderId, [ani, budi])).http).toBe(200)
  expect((await team.order(orderId)).uploadDoc).toMatchObject([
    { traveller: 1, traveller_name: 'Ani Santoso' },
    { traveller: 0, traveller_name: 'Siti Rahma' },
  ])
  expect(await namesOf(other)).toEqual(['Ani Santoso'])
  const renamed = { ...ani, family_member_name: 'Anita Santoso' }
  expect((await correctFamily(orderId, [renamed])).http).toBe(200)
  expect(await namesOf(orderId)).toEqual(['Anita Santoso', 'Siti Rahma'])

  const refused = await correctFamily(orderId, [budi])
  expect([refused.http, refused.body.message]).toEqual([
    409,
    'A traveller who would leave the order has a document. Withdraw it first.',
  ])
  expect(await namesOf(orderId)).toEqual(['Anita Santoso', 'Siti Rahma'])
})

test('undo restores no document of a removed traveller', async () => {
  const other = await aFamily()
  await uploaded(other, { traveller: 2 })
  const ofOther = await uploaded(other)
  const orderId = await aFamily()
  await uploaded(orderId, { traveller: 1 })
  await uploaded(orderId, { traveller: 2 })
  const whole = await uploaded(orderId)
  expect((await correctFamily(orderId, [budi])).http).toBe(200)
  expect((await undoUpload(whole.undo)).http).toBe(200)
  expect(await namesOf(orderId)).toEqual(['Budi Santoso'])
  expect((await undoUpload(ofOther.undo)).http).toBe(200)
  expect(await namesOf(other)).toEqual(['Ani Santoso'])
})

test('the mail names the travellers whose documents exist, and every traveller for a document of the whole order', async () => {
  const orderId = await aFamily()
  const preview = async () => (await team.call(contract.emailContent, { params: { orderId } })).body.data.text
  expect(await preview()).not.toContain('Travellers')
  await uploaded(orderId, { traveller: 2 })
  expect(await preview()).toContain('Travellers: Ani Santoso\n')
  await uploaded(orderId)
  expect(await preview()).toContain('Travellers: Siti Rahma, Budi Santoso, Ani Santoso')
})
