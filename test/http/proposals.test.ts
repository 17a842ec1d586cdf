import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { correctOrder } from '#contract/corrections.ts'
import { uploadDocument, withdrawDocument } from '#contract/documents.ts'
import { moveOrders, undo } from '#contract/moves.ts'
import { getOrder } from '#contract/order-details.ts'
import { createRequest, restrictOrders } from '#contract/privacy.ts'
import {
  compareProposal,
  dismissProposal,
  listProposals,
  matchDocuments,
  proposalPage,
  sendDocuments,
  type Proposal,
} from '#contract/proposals.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { removeErasedFiles } from '#server/privacy/erased-files.ts'
import { deleteExpiredProposals } from '#server/proposals/proposals.queries.ts'
import { openContent } from '#server/proposals/proposal-content.ts'
import { deleteProposalsOf } from '#server/proposals/comparisons.ts'
import { answerByMail, claimNext, readClaimed } from '#server/proposals/read-proposals.ts'
import { sendNextDue } from '#server/proposals/send-due.ts'
import { request } from '../support/call.ts'
import { aPdf, anImage, asFile } from '../support/document-fixtures.ts'
import { officialPdf, scannedPdf } from '../support/official-documents.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames } from '../support/test-app.ts'
import {
  aMailWithFiles,
  postSnsNotification,
  sesReceived,
  snsTopic,
  startSns,
  type FakeSns,
} from '../support/webhooks.ts'
import { useTestApp } from '../support/use-test-app.ts'

const domain = 'mail.pabean.example'
const office = 'ecd@customs.example'
let now = Date.now()
let sns: FakeSns
let team: string
let manager: string
let admin: string
beforeAll(async () => {
  sns = await startSns()
})
afterAll(async () => {
  await sns.stop()
})
const app = useTestApp(() => ({
  clock: () => new Date(now),
  env: {
    AWS_SNS_TOPICS: snsTopic,
    AWS_ENDPOINT_URL_SNS: sns.url,
    OFFICIAL_SENDERS: 'customs.example, bc.example',
    OFFICIAL_AUTOSEND: '1',
  },
}))
beforeAll(async () => {
  team = await app.signInAs('Team')
  manager = await app.signInAs('Manager')
  admin = await app.signInAs('Admin')
})
beforeEach(() => {
  now += 60_000
})

let count = 0
interface Person {
  orderId: number
  name: string
  printed: string
  passport: string
}

/** An order of somebody whom no other order names. */
async function anOrder(changes: Record<string, unknown> = {}): Promise<Person> {
  count += 1
  const letters = String.fromCharCode(65 + Math.floor(count / 26), 65 + (count % 26))
  const [name, printed, passport] = [`Łucja Nowák${letters}`, `NOWAK${letters} LUCJA`, `EM914${1000 + count}`]
  const orderId = await createTestOrder(app, {
    email: 'buyer@example.com',
    arrival_full_name: name,
    arrival_passport_number: passport,
    arrival_dob: '1990-05-17',
    arrival_doa: '2026-11-24',
    arrival_flight_number: 'LO 97',
    ...changes,
  })
  return { orderId, name, printed, passport }
}

const documentOf = ({ printed, passport }: Person, changes = {}) =>
  officialPdf({
    names: [printed],
    passport,
    birthDate: '17/05/1990',
    arrivalDate: '24/11/2026',
    flight: 'LO 97',
    ...changes,
  })

const drop = (files: readonly File[], token = team) =>
  app.call(matchDocuments, { body: {}, file: files }, { token })
async function dropOne(bytes: Buffer, name = 'scan.pdf'): Promise<Proposal> {
  const [proposal] = (await drop([asFile(bytes, name)])).body.data.proposals
  if (!proposal) throw new Error('nothing was proposed')
  return proposal
}
const list = async (query: { orderId?: number } = {}, token = team) =>
  (await app.call(listProposals, { query: { limit: 500, ...query } }, { token })).body
const send = (proposals: { id: number; orderId: number }[], token = team) =>
  app.call(sendDocuments, { body: { proposals } }, { token })
const orderOf = async (orderId: number) =>
  (await app.call(getOrder, { params: { orderId } }, { token: team })).body.orderDetails
const mailsOf = (orderId: number) =>
  app.platform.db
    .selectFrom('mails')
    .select(['state', 'not_before'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'approved')
    .execute()

interface OfficialMail {
  to: number
  files: readonly { name: string; type: string; bytes: Buffer }[]
  from?: string
  verdict?: string
  messageId?: string
}
/** Delivers a mail over the webhook and reads what it proposes, as the job does. */
async function receiveMail({
  to,
  files,
  from = office,
  verdict = 'PASS',
  messageId = `<${randomUUID()}@x.example>`,
}: OfficialMail) {
  const headers = { From: from, To: `<${to}@${domain}>`, Subject: 'e-CD', 'Message-ID': messageId }
  const mail = aMailWithFiles(headers, 'Attached.', files)
  const answer = await postSnsNotification(
    app,
    sns,
    sesReceived([`${to}@${domain}`], mail, { from, verdict }),
    { Timestamp: new Date(now).toISOString() },
  )
  expect(answer.status).toBe(200)
  await readClaimed(app.platform, await claimNext(app.platform))
}
const pdfFile = (bytes: Buffer) => ({ name: 'e-cd.pdf', type: 'application/pdf', bytes })

test('dropped files are proposed with agreements and contradictions, and other files are refused by name', async () => {
  const [right, wrong] = [await anOrder(), await anOrder()]
  const { http, body } = await drop([
    asFile(await documentOf(right, { qrText: `CD ${right.passport}` }), 'right.pdf'),
    asFile(await documentOf(wrong, { arrivalDate: '25/11/2026' }), 'wrong.pdf'),
    asFile(Buffer.from('<script>'), 'page.pdf'),
  ])
  expect([http, body.message]).toEqual([200, '2 documents are proposed.'])
  expect(body.data.refused).toEqual([
    { name: 'page.pdf', reason: 'The file must be a PDF, JPEG, PNG or WebP document.' },
  ])
  const byName = new Map(body.data.proposals.map((proposal) => [proposal.file.name, proposal]))
  expect(byName.get('right.pdf')).toMatchObject({
    source: 'dropped',
    by: memberNames.Team,
    preview: true,
    reads: { name: right.printed, date: '24-11-2026', hasText: true },
    candidates: [
      {
        orderId: right.orderId,
        name: right.name,
        agrees: ['passport', 'name', 'birth date', 'travel date', 'QR'],
        contradicts: [],
      },
    ],
    certain: true,
  })
  expect(byName.get('wrong.pdf')).toMatchObject({
    candidates: [
      {
        orderId: wrong.orderId,
        contradicts: [{ identifier: 'travel date', document: '25-11-2026', order: '24-11-2026' }],
      },
    ],
    certain: false,
  })
  expect((await drop([asFile(Buffer.from('no'), 'no.pdf')])).http).toBe(415)
})

test('a file is proposed once; Undo or another drop restores a dismissed proposal', async () => {
  const person = await anOrder()
  const bytes = await documentOf(person)
  const { id } = await dropOne(bytes)
  expect((await dropOne(bytes, 'again.pdf')).id).toBe(id)
  const dismiss = (dismissed: boolean, token = team) =>
    app.call(dismissProposal, { body: { id, dismissed } }, { token })
  expect((await dismiss(true)).http).toBe(200)
  expect((await dismiss(true)).http).toBe(200)
  expect((await list({ orderId: person.orderId })).data).toEqual([])
  expect((await send([{ id, orderId: person.orderId }])).body.message).toBe(
    `Order ${person.orderId} was not sent this document: ${memberNames.Team} dismissed it meanwhile.`,
  )
  await dismiss(false, manager)
  expect((await list({ orderId: person.orderId })).data).toMatchObject([{ id }])
  await dismiss(true)
  expect((await dropOne(bytes)).id).toBe(id)
  const events = (await orderOf(person.orderId)).events.map(({ action, by }) => [action, by])
  expect(events.slice(0, 3)).toEqual([
    ['proposed document dismissed', memberNames.Team],
    ['proposed document reopened', memberNames.Manager],
    ['proposed document dismissed', memberNames.Team],
  ])
})

test('several proposals are sent at once: stored, mailed, completed, and reverted by one Undo', async () => {
  const child = {
    family_member_name: 'Zofia Nowak',
    family_passport_number: 'EM7713005',
    family_relationship: 'Child',
  }
  const people = [await anOrder(), await anOrder({ familyMember: [child] })]
  const items: { id: number; orderId: number }[] = []
  for (const person of people) {
    const { id } = await dropOne(await documentOf(person), `${person.passport}.pdf`)
    items.push({ id, orderId: person.orderId })
  }
  const { http, body } = await send(items)
  expect([http, body.message]).toEqual([200, '2 documents are stored, and kept here, not mailed.'])
  expect(body.data).toMatchObject({
    updated: people.map(({ orderId }) => orderId),
    skipped: [],
    leftOpen: [people[1]?.orderId],
    warnings: [],
  })
  for (const { orderId, passport } of people) {
    expect(await orderOf(orderId)).toMatchObject({
      process_status: orderId === people[1]?.orderId ? 'New' : 'Completed',
      uploadDoc: [{ name: `${passport}.pdf`, content_type: 'application/pdf' }],
    })
    expect(await mailsOf(orderId)).toEqual([{ state: 'queued', not_before: new Date(now + 10_000) }])
    expect((await list({ orderId })).data).toEqual([])
  }
  // Of a family it is the one traveller's whom it names.
  const documents = await Promise.all(people.map(async ({ orderId }) => (await orderOf(orderId)).uploadDoc))
  expect(documents.map(([document]) => document?.traveller_name)).toEqual([null, people[1]?.name])
  const undone = await app.call(undo, { body: { undo: body.data.undo ?? '' } }, { token: team })
  expect(undone.body.data).toMatchObject({
    updated: expect.arrayContaining(people.map(({ orderId }) => orderId)),
  })
  for (const { orderId } of people) {
    expect(await orderOf(orderId)).toMatchObject({ process_status: 'New', uploadDoc: [] })
    expect(await mailsOf(orderId)).toMatchObject([{ state: 'cancelled' }])
    expect((await list({ orderId })).data).toHaveLength(1)
  }
})

test('one of two concurrent sends of a proposal succeeds, and the other is refused with the name of the member', async () => {
  const person = await anOrder()
  const item = { id: (await dropOne(await documentOf(person))).id, orderId: person.orderId }
  const answers = await Promise.all([send([item]), send([item], manager)])
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409])
  const winner = answers[0].http === 200 ? memberNames.Team : memberNames.Manager
  expect(answers.find(({ http }) => http === 409)?.body.message).toBe(
    `Order ${person.orderId} was not sent this document: ${winner} sent it meanwhile.`,
  )
  expect((await orderOf(person.orderId)).uploadDoc).toHaveLength(1)
  expect(await mailsOf(person.orderId)).toHaveLength(1)
  expect(
    (await app.call(dismissProposal, { body: { id: item.id, dismissed: true } }, { token: team })).http,
  ).toBe(409)
  // What is a document is not proposed once more.
  expect((await drop([asFile(await documentOf(person), 'same.pdf')])).http).toBe(200)
})

test('a proposal changed since it was shown is skipped, and a contradiction delays the mail', async () => {
  const person = await anOrder()
  const { id } = await dropOne(await documentOf(person, { arrivalDate: '26/11/2026' }))
  const [shown] = (await list({ orderId: person.orderId })).data
  const candidate = shown?.candidates[0]
  expect(candidate).toMatchObject({ process_status: 'New', documents: 0 })
  const item = { id, orderId: person.orderId, expectedStatus: 'New' as const, expectedDocuments: 0 }
  await app.call(
    uploadDocument,
    {
      body: { orderId: person.orderId, email: 'buyer@example.com' },
      file: asFile(await aPdf(), 'other.pdf'),
    },
    { token: manager },
  )
  expect((await send([item])).body.message).toBe(
    `Order ${person.orderId} was not sent this document: ${memberNames.Manager} uploaded a document of order ${person.orderId} meanwhile.`,
  )
  const sent = (await send([{ id, orderId: person.orderId }])).body.data
  expect(sent).toMatchObject({
    secondsToMail: 60,
    warnings: [{ orderId: person.orderId, warnings: ['Travel date 26-11-2026, in the order 24-11-2026.'] }],
  })
})

test('a document without text is sent to the order typed by a member, and refused for an unknown order', async () => {
  const person = await anOrder()
  const proposal = await dropOne(await scannedPdf({ names: [person.printed] }), 'scan.pdf')
  expect(proposal).toMatchObject({ candidates: [], certain: false, reads: { hasText: false }, preview: true })
  expect((await send([{ id: proposal.id, orderId: 999_999_999 }])).http).toBe(404)
  expect((await send([{ id: proposal.id, orderId: person.orderId }])).body.data.updated).toEqual([
    person.orderId,
  ])
})

test('an official mail proposes its document and needs no reply; a repeated mail proposes nothing (product §12)', async () => {
  const person = await anOrder()
  const bytes = await documentOf(person)
  const mail = { to: person.orderId, files: [pdfFile(bytes)], messageId: '<once@customs.example>' }
  await receiveMail(mail)
  await receiveMail(mail)
  await receiveMail({ ...mail, messageId: '<twice@customs.example>' })
  const { data } = await list({ orderId: person.orderId })
  expect(data).toMatchObject([
    {
      source: 'official mail',
      by: office,
      certain: true,
      candidates: [{ agrees: expect.arrayContaining(['order id']) }],
    },
  ])
  expect((await orderOf(person.orderId)).messages).toMatchObject([{ automatic: true }, { automatic: true }])
  await send([{ id: data[0]?.id ?? 0, orderId: person.orderId }])
  const order = await orderOf(person.orderId)
  expect(order.events.find(({ action }) => action === 'document uploaded')?.details).toMatchObject({
    cameByMailFrom: office,
  })
  expect(order.messages.flatMap(({ files }) => files.map(({ taken }) => taken))).toContain(true)
})

test.each([
  ['a forged sender', { verdict: 'FAIL' }],
  ['a sender of whom nothing is known', { verdict: 'GRAY' }],
  ['another domain that is authentic', { from: 'ecd@customs.example.attacker.example' }],
])('a mail of %s proposes nothing', async (_, mail) => {
  const person = await anOrder()
  await receiveMail({ to: person.orderId, files: [pdfFile(await documentOf(person))], ...mail })
  expect((await list({ orderId: person.orderId })).data).toEqual([])
  expect((await orderOf(person.orderId)).messages).toHaveLength(1)
})

test('a picture without a code proposes nothing, and a mail to a wrong order proposes nothing certain', async () => {
  const [right, wrong] = [await anOrder(), await anOrder()]
  await receiveMail({
    to: wrong.orderId,
    files: [
      pdfFile(await documentOf(right)),
      { name: 'letterhead.png', type: 'image/png', bytes: await anImage('png') },
    ],
  })
  const { data } = await list({ orderId: wrong.orderId })
  expect(data).toMatchObject([{ certain: false }])
  expect(data[0]?.candidates.map(({ orderId }) => orderId).toSorted()).toEqual([right.orderId, wrong.orderId])
  expect(data[0]?.candidates.every(({ contradicts }) => contradicts.length > 0)).toBe(true)
})

test('a certain proposal is sent automatically after a minute unless it was changed or dismissed', async () => {
  const people = [await anOrder(), await anOrder(), await anOrder()] as const
  const [sent, corrected, dismissed] = people
  for (const person of people)
    await receiveMail({ to: person.orderId, files: [pdfFile(await documentOf(person))] })
  const changes = { arrival_doa: '2026-11-29' }
  await app.call(
    correctOrder,
    { body: { orderId: corrected.orderId, changes, reason: 'Ticket' } },
    { token: manager },
  )
  const [proposal] = (await list({ orderId: dismissed.orderId })).data
  await app.call(dismissProposal, { body: { id: proposal?.id ?? 0 } }, { token: team })
  expect(await sendNextDue(app.platform)).toBe(false)
  now += 60_000
  while (await sendNextDue(app.platform));
  const order = await orderOf(sent.orderId)
  expect(order).toMatchObject({
    process_status: 'Completed',
    processed_by: null,
    uploadDoc: [{ name: 'e-cd.pdf' }],
  })
  expect(order.events.filter(({ by }) => by === 'Official mail').map(({ action }) => action)).toEqual([
    'completed by upload',
    'document uploaded',
  ])
  expect(await mailsOf(sent.orderId)).toHaveLength(1)
  for (const { orderId } of [corrected, dismissed])
    expect(await orderOf(orderId)).toMatchObject({ process_status: 'New', uploadDoc: [] })
  expect((await list({ orderId: corrected.orderId })).data).toMatchObject([
    { certain: false, candidates: [{ contradicts: [{ identifier: 'travel date' }] }] },
  ])
})

test('comparing shows full numbers and is recorded; the list masks them; viewing the picture is recorded', async () => {
  const person = await anOrder()
  const { id, candidates } = await dropOne(await documentOf(person, { passport: 'EM9990001' }))
  const contradiction = candidates[0]?.contradicts.find(({ identifier }) => identifier === 'passport')
  expect(contradiction).toMatchObject({ document: '****001', order: `****${person.passport.slice(-3)}` })
  const params = { id, orderId: person.orderId }
  const { body } = await app.call(compareProposal, { params }, { token: team })
  expect(body.data.values).toContainEqual({
    identifier: 'passport',
    document: 'EM9990001',
    order: person.passport,
    agrees: false,
  })
  const page = await request(app.url, proposalPage, { params: { id } }, { token: team })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const recorded = await app.owner
    .selectFrom('audit_events')
    .select('action')
    .where('order_id', '=', person.orderId)
    .where('action', 'in', ['proposal compared', 'document previewed'])
    .execute()
  expect(recorded.map(({ action }) => action).toSorted()).toEqual(['document previewed', 'proposal compared'])
})

test('a proposal compared with a restricted order is shown to Admins only', async () => {
  const person = await anOrder({ email: `restricted${count}@example.com` })
  const { id } = await dropOne(await documentOf(person))
  const email = `restricted${count - 1}@example.com`
  const { data } = (
    await app.call(
      createRequest,
      { body: { email, kinds: ['restriction'], channel: 'site' } },
      { token: admin },
    )
  ).body
  await app.call(restrictOrders, { params: { id: data.id }, body: { restricted: true } }, { token: admin })
  expect((await list()).data.map((it) => it.id)).not.toContain(id)
  expect((await list({}, admin)).data.map((it) => it.id)).toContain(id)
  expect((await request(app.url, proposalPage, { params: { id } }, { token: team })).status).toBe(404)
  expect((await app.call(dismissProposal, { body: { id } }, { token: team })).http).toBe(403)
  const other = await anOrder()
  expect((await send([{ id, orderId: other.orderId }])).http).toBe(404)
})

test('a correction of an order is compared with its proposals', async () => {
  const person = await anOrder({ arrival_passport_number: 'EM9999999' })
  const proposal = await dropOne(await documentOf({ ...person, passport: 'EM7654321' }))
  expect(proposal).toMatchObject({ certain: false, candidates: [{ orderId: person.orderId }] })
  expect(proposal.candidates[0]?.contradicts).toMatchObject([{ identifier: 'passport' }])
  const changes = { arrival_passport_number: 'EM7654321' }
  const body = { orderId: person.orderId, changes, reason: 'As on the page' }
  await app.call(correctOrder, { body }, { token: team })
  const [compared] = (await list({ orderId: person.orderId })).data
  expect(compared).toMatchObject({ certain: true, candidates: [{ contradicts: [] }] })
})

test('a completed order has no certain document, and a member can send it a further one', async () => {
  const person = await anOrder()
  await app.call(
    moveOrders,
    { body: { orderId: person.orderId, updatingStatus: 'Completed' } },
    { token: team },
  )
  const { id, certain } = await dropOne(await documentOf(person))
  expect(certain).toBe(false)
  expect((await send([{ id, orderId: person.orderId }])).http).toBe(200)
})

test('a file is read again after its document was withdrawn, and shown to each member who drops it', async () => {
  const person = await anOrder()
  const bytes = await documentOf(person)
  const first = await dropOne(bytes)
  const sent = await send([{ id: first.id, orderId: person.orderId }])
  expect(sent.http).toBe(200)
  const { file1 } = (await orderOf(person.orderId)).uploadDoc[0] ?? { file1: '' }
  const reason = 'The wrong one.'
  await app.call(withdrawDocument, { body: { orderId: person.orderId, file1, reason } }, { token: team })
  const dropped = await Promise.all([team, manager].map((token) => drop([asFile(bytes, 'scan.pdf')], token)))
  const shown = dropped.map(({ body }) => body.data.proposals.map(({ id }) => id))
  expect(shown[0]).toHaveLength(1)
  expect(shown[1]).toEqual(shown[0])
  expect(shown[0]).not.toEqual([first.id])
})

test('an official mail becomes an open reply if its file proposes nothing or no member decides in time', async () => {
  const open = async ({ orderId }: Person) =>
    (await orderOf(orderId)).messages.map(({ automatic }) => automatic)
  const [withPicture, known, late] = [await anOrder(), await anOrder(), await anOrder()]
  const picture = { name: 'letterhead.png', type: 'image/png', bytes: await anImage('png') }
  await receiveMail({ to: withPicture.orderId, files: [picture] })
  expect(await open(withPicture)).toEqual([false])

  const bytes = await documentOf(known)
  const file = asFile(bytes, 'approved.pdf')
  const body = { orderId: known.orderId, email: 'buyer@example.com' }
  await app.call(uploadDocument, { body, file }, { token: team })
  await receiveMail({ to: known.orderId, files: [pdfFile(bytes)] })
  expect(await open(known)).toEqual([false])

  await receiveMail({ to: late.orderId, files: [pdfFile(await documentOf(late))] })
  expect(await open(late)).toEqual([true])
  await inTransaction(app.platform.db, async (tx) =>
    answerByMail(tx, await deleteExpiredProposals(tx, new Date(now + 25 * 60 * 60_000))),
  )
  expect(await open(late)).toEqual([false])
})

test('the erasure of one candidate keeps the proposal for its other orders', async () => {
  const [right, wrong] = [await anOrder(), await anOrder()]
  await receiveMail({ to: wrong.orderId, files: [pdfFile(await documentOf(right))] })
  await inTransaction(app.platform.db, (tx) => deleteProposalsOf({ ...app.platform, tx }, wrong.orderId))
  const { data } = await list({ orderId: right.orderId })
  expect(data.map(({ candidates }) => candidates.map(({ orderId }) => orderId))).toEqual([[right.orderId]])
  const row = await app.platform.db
    .selectFrom('proposals')
    .selectAll()
    .where('id', '=', data[0]?.id ?? 0)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(openContent(app.platform.seal, row).comparisons)).not.toContain(wrong.passport)
  await inTransaction(app.platform.db, (tx) => deleteProposalsOf({ ...app.platform, tx }, right.orderId))
  expect((await list({ orderId: right.orderId })).data).toEqual([])
})

test('a proposal and its files are deleted after a day, and a sent document keeps its file', async () => {
  const [sent, kept] = [await anOrder(), await anOrder()]
  const first = await dropOne(await documentOf(sent))
  await send([{ id: first.id, orderId: sent.orderId }])
  const second = await dropOne(await documentOf(kept))
  const filesOf = async (proposalId: number) => {
    const row = await app.platform.db
      .selectFrom('proposals')
      .select(['stored_as', 'preview_file'])
      .where('id', '=', proposalId)
      .executeTakeFirstOrThrow()
    return [row.stored_as, row.preview_file ?? '']
  }
  const [ofDocument, ofProposal] = [await filesOf(first.id), await filesOf(second.id)]
  now += 24 * 60 * 60_000
  const token = await app.signInWith('tuti.team@pabean.example')
  expect((await list({ orderId: kept.orderId }, token)).data).toEqual([])
  await inTransaction(app.platform.db, (tx) => deleteExpiredProposals(tx, new Date(now)))
  await removeErasedFiles(app.platform)
  expect(await app.platform.db.selectFrom('proposals').select('id').execute()).toEqual([])
  for (const file of ofDocument) expect(await app.platform.files.has(file)).toBe(true)
  for (const file of ofProposal) expect(await app.platform.files.has(file)).toBe(false)
})
