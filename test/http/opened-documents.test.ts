import { expect, test } from 'vitest'
import * as documents from '#contract/documents.ts'
import { acceptMessageFile } from '#contract/messages.ts'
import { addDays, jakartaToday } from '#contract/rules/dates.ts'
import { matchDocuments } from '#contract/proposals.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { createTestOrder } from '../support/orders.ts'
import { receiveReply } from '../support/replies.ts'
import { formWithValue, openedFiles, unopenedFiles } from '../support/unopened-documents.ts'
import { useTestApp } from '../support/use-test-app.ts'

const email = 'buyer@example.com'
const app = useTestApp()
const team = app.as('Team')
const admin = app.as('Admin')

const upload = (orderId: number, bytes: Buffer, fields = {}, name = 'approved.pdf') =>
  team.call(documents.uploadDocument, { body: { orderId, email, ...fields }, file: asFile(bytes, name) })
const read = (orderId: number, bytes: Buffer, name = 'approved.pdf') =>
  team.call(documents.readDocument, { body: { orderId }, file: asFile(bytes, name) })

async function takeFromMail(orderId: number, bytes: Buffer, name: string) {
  await receiveReply(app, orderId, { files: [{ name, contentType: 'application/pdf', bytes }] })
  const [message] = (await team.order(orderId)).messages
  const messageFileId = message?.files[0]?.id ?? 0
  return team.call(acceptMessageFile, { body: { orderId, messageFileId } })
}

test.each(Object.entries(unopenedFiles))(
  '%s is refused with the reason on each way in (product §7)',
  async (_, file) => {
    const orderId = await createTestOrder(app, { email })
    const bytes = await file.make()
    const answers = [
      await upload(orderId, bytes, {}, file.name),
      await read(orderId, bytes, file.name),
      await team.call(matchDocuments, { body: {}, file: [asFile(bytes, file.name)] }),
      await takeFromMail(orderId, bytes, file.name),
    ]
    expect(answers.map(({ http, body }) => [http, body.message])).toEqual(answers.map(() => [415, file.says]))
    const order = await team.order(orderId)
    expect([order.process_status, order.uploadDoc, order.mailHistory]).toEqual(['New', [], []])
  },
)

test.each(Object.entries(openedFiles))('%s is accepted unchanged and drawn', async (_, make) => {
  const orderId = await createTestOrder(app, { email })
  const bytes = await make()
  const { http, body } = await read(orderId, bytes)
  expect(http, body.message).toBe(200)
  expect(body.data).toMatchObject({ pages: 1, picture: expect.stringMatching(/^UklGR/) })
  expect((await upload(orderId, bytes)).http).toBe(200)
  expect((await team.order(orderId)).uploadDoc).toMatchObject([
    { size: bytes.length, pages: 1, unchecked: null },
  ])
})

test('the values of a form are read, and what agrees with the order stands beside what does not', async () => {
  const orderId = await createTestOrder(app, { email, arrival_full_name: 'Marit Solberg' })
  const { body } = await read(orderId, formWithValue('Marit Solberg'))
  expect(body.data).toMatchObject({ warnings: [], compared: true })
  const differing = await read(orderId, await aPdf('Name: Ingrid Dahl\nPassport Number: N7712345'))
  expect(differing.body.data.values).toContainEqual({
    identifier: 'name',
    document: 'Ingrid Dahl',
    order: 'Marit Solberg',
    agrees: false,
  })
  expect(differing.body.data.warnings).toContain('Name Ingrid Dahl, in the order Marit Solberg.')
})

test('a file without text, code and known bytes could not be compared, and waits no longer', async () => {
  const { body } = await upload(await createTestOrder(app, { email }), await aPdf())
  expect(body.data).toMatchObject({ compared: false, warnings: [], secondsToMail: 10 })
})

test('the same bytes in another order, or twice in one, are a warning that names it', async () => {
  const [first, second, third] = [
    await createTestOrder(app, { email: 'one@example.com' }),
    await createTestOrder(app, { email: 'two@example.com' }),
    await createTestOrder(app, { email: 'three@example.com' }),
  ]
  const bytes = await aPdf()
  const warningsOf = async (orderId: number) => (await upload(orderId, bytes)).body.data.warnings
  expect(await warningsOf(first)).toEqual([])
  expect(await warningsOf(first)).toEqual(['The same file is a document of this order already.'])
  expect(await warningsOf(second)).toEqual([`The same file is a document of order ${first} already.`])

  for (const orderId of [first, second])
    for (const { file1 } of (await team.order(orderId)).uploadDoc)
      await team.call(documents.withdrawDocument, { body: { orderId, file1, reason: 'Wrong person' } })
  expect(await warningsOf(third)).toEqual([])
  await app.platform.db
    .updateTable('orders')
    .set({ restricted_at: new Date() })
    .where('order_id', '=', third)
    .execute()
  expect(await warningsOf(second)).toEqual(['The same file is a document of another order already.'])
})

test('the same bytes in orders of one household are no warning', async () => {
  const household = {
    arrival_doa: addDays(jakartaToday(new Date()), 40),
    arrival_flight_number: 'GA881',
    email,
  }
  const [first, second] = [await createTestOrder(app, household), await createTestOrder(app, household)]
  const bytes = await aPdf()
  await upload(first, bytes)
  const { household_keys: keys } = await app.platform.db
    .selectFrom('orders')
    .select('household_keys')
    .where('order_id', '=', first)
    .executeTakeFirstOrThrow()
  expect(keys.length).toBeGreaterThan(0)
  expect((await upload(second, bytes)).body.data.warnings).toEqual([])
})

test('a document that this server did not see stays marked until a member has looked', async () => {
  const orderId = await createTestOrder(app, { email })
  const { file1 } = (await upload(orderId, await aPdf())).body.data
  await app.platform.db
    .updateTable('documents')
    .set({ unchecked: 'not drawn' })
    .where('file1', '=', file1)
    .execute()
  const marks = async () => (await team.order(orderId)).uploadDoc.map(({ unchecked }) => unchecked)
  const settle = (settled: boolean) =>
    team.call(documents.settleDocument, { body: { orderId, file1, settled } })
  expect(await marks()).toEqual(['not drawn'])
  expect((await settle(true)).http).toBe(200)
  expect(await marks()).toEqual([null])
  expect((await settle(false)).http).toBe(200)
  expect(await marks()).toEqual(['not drawn'])
  expect((await admin.order(orderId)).events.slice(0, 2).map(({ action }) => action)).toEqual([
    'document check taken back',
    'document checked',
  ])
})

test('a form that ends within its file, and a name with a quotation mark, are told as they are', async () => {
  const orderId = await createTestOrder(app, { email })
  const bytes = await aPdf('Hello')
  expect((await upload(orderId, bytes, {}, 'Form "final".pdf')).http).toBe(200)
  expect((await team.order(orderId)).uploadDoc).toMatchObject([{ name: 'Form "final".pdf' }])

  const part = (name: string, more = '') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const head = `${part('orderId')}${orderId}\r\n${part('email')}${email}\r\n${part('uploadVisaDoc', '; filename="a.pdf"')}`
  const answer = await fetch(`${app.url}/api/admin/upload-visa-document`, {
    method: 'POST',
    headers: { authorization: await team.token(), 'content-type': 'multipart/form-data; boundary=x' },
    body: Buffer.concat([Buffer.from(head), bytes.subarray(0, 300)]),
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { message: 'The upload broke off before its end. Send the file again.' },
  ])
})
