import { createRemarkRow } from '#server/remarks/remarks.ts'
import { storedDocument } from '../support/stored-files.ts'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { getOrder } from '#contract/order-details.ts'
import { correctOrder } from '#contract/corrections.ts'
import { defencePackDetails, type DefencePack } from '#contract/packs.ts'
import { roles } from '#contract/rules/roles.ts'
import { disputableStatuses, moves } from '#contract/rules/statuses.ts'
import { mailTemplates } from '#server/mail-templates.ts'
import { loadCaseFile, type CaseFile } from '#server/packs/case-file.ts'
import { buildPack } from '#server/packs/pack-thread.ts'
import { backgroundCall } from '#server/platform/work.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { recordSitePolicies } from '#server/sites/sites.ts'
import { createTestOrder } from '../support/orders.ts'
import { asFile } from '../support/document-fixtures.ts'
import { pdfPageImages, pdfTexts } from '../support/pdf.ts'
import { structureFaults } from '../support/pdf-structure.ts'
import {
  approvedPdf,
  atTime,
  createEmptyOrder,
  createFullOrder,
  manyRemarks,
  moveOrder,
  paidOrder,
  signInFresh,
  upload,
  type TestClock,
} from './pack-orders.ts'
import { claimCases, readClaim, type ClaimCase, type ClaimSeen } from './pack-claims.ts'
import { behindProxy } from './visitor-requests.ts'
import { useTestApp } from '../support/use-test-app.ts'

const outputFolder = 'test-results/packs'
const testClock: TestClock = { now: new Date('2026-05-01T00:00:00Z') }
let fullOrderIds: Awaited<ReturnType<typeof createFullOrder>>
let emptyOrderId: number
let crowdedOrderId: number

beforeAll(async () => {
  await rm(outputFolder, { recursive: true, force: true })
})
const app = useTestApp({ clock: () => testClock.now, env: behindProxy })
beforeAll(async () => {
  emptyOrderId = await createEmptyOrder(app)
  testClock.now = new Date('2026-05-01T12:00:00Z')
  await recordSitePolicies(app.platform)
  fullOrderIds = await createFullOrder(app, testClock)
  crowdedOrderId = await createCrowdedOrder()
})

/** An order with Chinese and Arabic names, 200 remarks of various lengths, and an image as document. */
async function createCrowdedOrder(): Promise<number> {
  const orderId = await createTestOrder(
    app,
    paidOrder('2027-03-20T07:00:00Z', {
      email: 'li.na@example.com',
      arrival_full_name: '李娜 محمد عبد الرحمن',
      arrival_email: 'li.na@example.com',
      arrival_doa: '2027-04-02',
      merchant_name: '阿里旅行 (دبي)',
      card_fingerprint: 'fp_other',
      familyMember: [
        {
          family_member_name: 'فاطمة الزهراء',
          family_passport_number: 'A1234567',
          family_nationality: 'ARE',
          family_other_nationalities: '',
          family_relationship: '女儿',
        },
        {
          family_member_name: '김민준',
          family_passport_number: 'M7654321',
          family_nationality: 'KOR',
          family_other_nationalities: '',
          family_relationship: 'Son',
        },
      ],
    }),
  )
  const { db } = app.platform
  const rows = manyRemarks(200).map((remark, index) => ({
    order_id: orderId,
    at: new Date(Date.parse('2027-03-20T08:00:00Z') + index * 600_000),
    member_id: null,
    remark_name: index % 2 === 0 ? '王芳' : 'سارة',
    remark,
    whatsapp: index % 5 === 0,
    telephone: index % 7 === 0,
    status_refund: index % 40 === 0,
    voided: false,
    chargeback: false,
  }))
  await db
    .insertInto('remarks')
    .values(rows.map((row) => createRemarkRow(app.platform.seal, row)))
    .execute()
  await upload(app, orderId, asFile(await scannedDocument(), '批准文件.jpg'), 'li.na@example.com')
  await moveOrder(app, orderId, 'Customer Called')
  return orderId
}

/** The approved document as a photo. */
async function scannedDocument(): Promise<Buffer> {
  const [page] = await pdfPageImages(await approvedPdf())
  return sharp(page).flatten({ background: '#fff' }).jpeg().toBuffer()
}

/** A file that starts and ends like a PDF but has no pages. */
async function damagedPdf(): Promise<Buffer> {
  const bytes = await approvedPdf()
  return bytes.fill('x', 20, bytes.lastIndexOf('xref') - 200)
}

async function fetchPackPdf(orderId: number, defencePackType: 1 | 2, role: (typeof roles)[number] = 'Team') {
  const response = await fetch(`${app.url}/api/admin/get-defence-pack-pdf`, {
    method: 'POST',
    headers: { authorization: await signInFresh(app, role), 'content-type': 'application/json' },
    body: JSON.stringify({ orderId, defencePackType }),
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function fetchPack(orderId: number, defencePackType: 1 | 2): Promise<DefencePack> {
  const token = await signInFresh(app, 'Team')
  const { http, body } = await app.call(defencePackDetails, { body: { orderId, defencePackType } }, { token })
  expect(http, body.message).toBe(200)
  return body.data
}

const printed = new Map<string, ReturnType<typeof fetchPackPdf>>()

/** The same PDF for the tests that only read it. */
function readPackPdf(orderId: number, type: 1 | 2): ReturnType<typeof fetchPackPdf> {
  const name = `${orderId} ${type}`
  const pdf = printed.get(name) ?? fetchPackPdf(orderId, type)
  printed.set(name, pdf)
  return pdf
}

/** With SAVE_PACKS=1 saves the PDF and images of its pages for visual inspection. */
async function saveForInspection(name: string, bytes: Buffer) {
  if (!process.env['SAVE_PACKS']) return
  await mkdir(outputFolder, { recursive: true })
  await writeFile(join(outputFolder, `${name}.pdf`), bytes)
  for (const [index, picture] of (await pdfPageImages(bytes)).entries())
    await writeFile(join(outputFolder, `${name}-${String(index + 1).padStart(2, '0')}.png`), picture)
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')

/** JSON as the integrity page defines it: keys sorted, no white space. */
const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`)
  return `{${entries.join(',')}}`
}

/** The text of all pages without headers and footers. */
const withoutHeadersAndFooters = (texts: string[]) =>
  texts.map((text) => text.replace(/Defence Pack \d · Order .*Page \d+ of \d+$/, '')).join(' ')

const withoutWhitespace = (text: string) => text.replaceAll(/\s+/g, '')

const cases = [
  ['full', () => fullOrderIds.orderId],
  ['empty', () => emptyOrderId],
  ['crowded', () => crowdedOrderId],
] as const

describe.each(cases)('the packs of the %s order', (name, order) => {
  test.each([1, 2] as const)("pack %i is a valid tagged PDF within a bank's limits", async (type) => {
    const { response, bytes } = await readPackPdf(order(), type)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    await saveForInspection(`${name}-pack-${type}`, bytes)
    expect(bytes.length).toBeLessThan(1_000_000)

    expect(await structureFaults(bytes)).toEqual([])
    const pdf = await PDF.load(bytes)
    const pages = pdf.getPages()
    expect(pages.length).toBeLessThanOrEqual(18)
    expect(pages.flatMap((page) => page.getAnnotations())).toEqual([])
    const raw = bytes.toString('latin1')
    for (const active of ['/URI', '/Launch', '/JavaScript', '/EmbeddedFile'])
      expect(raw.includes(active), active).toBe(false)
    for (const tagged of ['/StructTreeRoot', '/Lang (en)']) expect(raw.includes(tagged), tagged).toBe(true)

    const descriptors = raw.match(/\/Type \/FontDescriptor/g) ?? []
    const files = raw.match(/\/FontFile[23]? \d+ 0 R/g) ?? []
    expect(descriptors.length).toBeGreaterThan(0)
    expect(files.length).toBe(descriptors.length)
    expect(/\/BaseFont \/(Helvetica|Times|Courier)/.test(raw)).toBe(false)
  })

  test.each([1, 2] as const)('pack %i prints its exhibits and their hashes', async (type) => {
    const pack = await fetchPack(order(), type)
    const texts = await pdfTexts((await readPackPdf(order(), type)).bytes)
    const all = withoutWhitespace(texts.join(' '))
    for (const { sha256: hash, ...content } of pack.exhibits) {
      expect(sha256(canonicalJson(content))).toBe(hash)
      expect(all).toContain(withoutWhitespace(`Exhibit ${content.letter}: ${content.title}`))
      expect(withoutWhitespace(texts.at(-1) ?? '')).toContain(hash)
    }
    expect(pack.exhibits.map(({ letter }) => letter).join('')).toBe(
      'ABCDEFGHIJ'.slice(0, pack.exhibits.length),
    )
    // Arabic text is extracted in visual order, so another test checks it.
    const front = [...pack.letter, ...pack.timeline.map(({ what }) => what), ...pack.notes]
    for (const text of front.filter((it) => !/\p{Script=Arabic}/u.test(it)))
      expect(withoutWhitespace(texts[0] ?? '')).toContain(withoutWhitespace(text))
    expect(pack.letter.length).toBeLessThanOrEqual(3)
    expect(pack.notes.at(-1)).toContain('everything that was captured is available on request')
    // The page number in the table of contents is the page on which the exhibit starts.
    for (const { letter, title } of pack.exhibits) {
      const [, page = '0'] =
        new RegExp(
          `${letter} ${title.replaceAll(/[()]/g, String.raw`\$&`)}(?: \\(shortened\\))? (\\d+)`,
        ).exec(texts[1] ?? '') ?? []
      expect(texts[Number(page) - 1], `${letter} on page ${page}`).toContain(`Exhibit ${letter}: ${title}`)
    }
  })
})

test('the first pack links payment and download for Compelling Evidence 3.0 (product §8)', async () => {
  const pack = await fetchPack(fullOrderIds.orderId, 1)
  const [, identity, priorTransactions] = pack.exhibits
  const cells = (at: typeof identity) =>
    at?.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
  expect(cells(identity)?.find(([what]) => what === 'IP address')).toEqual([
    'IP address',
    '203.0.113.77',
    '203.0.113.77; 198.51.100.20',
    'Match',
  ])
  const grid = cells(priorTransactions) ?? []
  expect(grid.map(([id]) => Number(id)).toSorted()).toEqual(fullOrderIds.earlier.toSorted())
  expect(priorTransactions?.blocks[0]).toMatchObject({
    text: 'Criteria met. 3 earlier undisputed orders meet the criteria.',
  })
  expect(JSON.stringify(pack.exhibits)).not.toContain('Different')
  expect(JSON.stringify(await fetchPack(fullOrderIds.orderId, 2))).not.toContain('Evidence is being')
  expect(pack.readiness.every(({ state }) => state === 'captured')).toBe(true)
})

test('no pack contains a passport number, also an earlier one, a date of birth or a card number', async () => {
  const orderId = fullOrderIds.orderId
  const body = { orderId, changes: { arrival_passport_number: 'FX554433' }, reason: 'renewed' }
  const token = await signInFresh(app, 'Team')
  expect((await app.call(correctOrder, { body }, { token })).http).toBe(200)
  for (const type of [1, 2] as const) {
    const text = (await pdfTexts((await fetchPackPdf(orderId, type)).bytes)).join(' ')
    for (const secret of [/FX998877|FX554433|fx ?998 ?878/i, /05-17-1988|1988-05-17/, /4111 1111/])
      expect(text).not.toMatch(secret)
    for (const masked of ['****877', '****433', '****878', '****4242', '****1111', '-****877.pdf'])
      expect(withoutWhitespace(text), masked).toContain(masked)
    expect(text).not.toMatch(/\*{5}|ending in/)
  }
})

test('every part of a pack counts the same downloads', async () => {
  const newest = await app.platform.db
    .selectFrom('downloads')
    .select('id')
    .where('order_id', '=', fullOrderIds.orderId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await app.platform.db.updateTable('downloads').set({ repeats: 3 }).where('id', '=', newest.id).execute()
  for (const [type, log] of [
    [1, 'Download log'],
    [2, 'Download log'],
  ] as const) {
    const pack = await fetchPack(fullOrderIds.orderId, type)
    const [count, , table] = pack.exhibits.find(({ title }) => title === log)?.blocks ?? []
    expect(count).toMatchObject({ text: '5 downloads.' })
    expect(table).toMatchObject({ rows: [expect.anything(), expect.anything()] })
    expect(JSON.stringify(table)).toContain(', and 3 more on that day')
    expect(pack.letter.join(' ')).toContain('downloaded 5 times')
    expect(pack.timeline.map(({ what }) => what)).toContain('Last download of 5')
  }
})

async function loadFullCase(): Promise<CaseFile> {
  const { platform } = app
  const row = await platform.db
    .selectFrom('members')
    .select(['id', 'name', 'email', 'role'])
    .where('role', '=', 'Admin')
    .executeTakeFirstOrThrow()
  const actor = {
    ...row,
    email: row.email ?? '',
    kind: 'member',
    sessionId: randomUUID(),
    tokenId: randomUUID(),
    authenticatedAt: platform.clock(),
    mustEnrol: false,
  } as const
  const subject = { order: fullOrderIds.orderId, pack: 1, as: 'page' }
  return inTransaction(platform.db, (tx) =>
    loadCaseFile({ ...backgroundCall(platform, actor), tx }, mailTemplates, subject.order, subject),
  )
}

test.each(Object.entries<ClaimCase>(claimCases))(
  '%s is claimed with its evidence, in an exhibit that is cited, and nowhere without it (product §8)',
  async (_, claimCase) => {
    const full = await loadFullCase()
    const given = claimCase.given?.(full) ?? full
    const seen = { with: [] as ClaimSeen[], without: [] as ClaimSeen[] }
    for (const type of claimCase.packs) {
      const read = async (file: CaseFile) =>
        readClaim(await buildPack({ file, type, by: 'Test', at: testClock.now }), claimCase)
      seen.with.push(await read(given))
      seen.without.push(await read(claimCase.without(given)))
    }
    expect(seen.with.map(({ claimed }) => claimed)).not.toContain(false)
    expect(seen.with.some(({ shown }) => shown)).toBe(true)
    for (const { shown, cited, ready } of seen.with) expect([shown, cited, ready]).not.toContain(false)
    for (const { claimed, shown, ready } of seen.without) {
      expect(claimed).toBe(false)
      expect([shown, ready]).not.toContain(true)
    }
  },
)

test('subjects in another language have our English beside them (product §13)', async () => {
  const pack = await fetchPack(fullOrderIds.orderId, 2)
  const subject =
    /Su declaración[^"]*\\nIn English: Your [^"]*\\n\(delivered to the mailbox, by a report of Amazon SES\)/
  expect(JSON.stringify(pack.exhibits)).toMatch(subject)
})

test('the second pack contains only the first page of the approved document', async () => {
  const texts = await pdfTexts((await readPackPdf(fullOrderIds.orderId, 2)).bytes)
  const page = texts.find((text) => text.includes('Registration 8812-4471-0093')) ?? ''
  expect(page).toContain('Exhibit D')
  expect(page).toContain('Bottom of the page')
  expect(page).toContain('Unchanged: drawn from the file, and compared with its page')
  expect(texts.join(' ')).not.toContain('Second page')
})

test('misrepresentation is answered by the disclosure at the sale, in its language with English below (product §13)', async () => {
  const full = await loadFullCase()
  const build = async (file: CaseFile) => buildPack({ file, type: 2, by: 'Test', at: testClock.now })
  const spanish = 'Somos una agencia privada; el formulario oficial es gratuito.'
  const pack = await build({
    ...full,
    dispute: { reason: 'not as described', network_code: '13.5' },
    policies: full.policies.map((policy) =>
      policy.kind === 'disclosure' ? { ...policy, translations: { es: spanish } } : policy,
    ),
  })
  expect(pack.letter.at(-1)).toBe(
    'The disclosure in version 2026-01 was shown at the sale on 03-01-2027 09:04:12 EST and accepted by the customer on 03-01-2027 09:04:12 EST (exhibit B).',
  )
  expect(pack.exhibits.find(({ letter }) => letter === 'B')?.blocks).toMatchObject([
    {
      kind: 'facts',
      facts: expect.arrayContaining([{ label: 'Name on the card statement', value: 'PABEAN' }]),
    },
    { title: 'In Spanish', text: spanish },
    { title: 'In English', text: expect.stringMatching(/private agency.*official form is free/) },
  ])
  const other = await build({ ...full, dispute: { reason: 'credit not processed', network_code: '13.6' } })
  expect(other.letter.at(-1)).toMatch(/refunded/)
})

test('the second pack contains the accepted terms in full and the refund reference (product §5)', async () => {
  const all = withoutWhitespace(
    withoutHeadersAndFooters(await pdfTexts((await readPackPdf(fullOrderIds.orderId, 2)).bytes)),
  )
  const policies = await app.platform.db.selectFrom('site_policies').select('text').execute()
  expect(policies.length).toBe(3)
  for (const { text } of policies) expect(all).toContain(withoutWhitespace(text))
  expect(all).toContain('re_3Pq8Lk2e')
  expect(all).toContain(withoutWhitespace('10 days before the travel date'))
})

test('what was not captured or does not help is left out, and a line says so', async () => {
  const pack = await fetchPack(emptyOrderId, 1)
  expect(pack.exhibits).toEqual([])
  expect(pack.letter).toHaveLength(1)
  expect(pack.case_facts.map(({ label }) => label)).toEqual(['Order', 'Site', 'Ordered', 'Buyer’s e-mail'])
  expect(pack.notes[0]).toMatch(
    /^For Compelling Evidence 3.0, orders from .* were compared by e-mail address\.$/,
  )
  expect(pack.readiness.filter(({ state }) => state === 'captured')).toEqual([])
  expect(pack.readiness.map(({ note }) => note)).toContain(
    'The card fingerprint was not captured with this order.',
  )
  const text = (await pdfTexts((await readPackPdf(emptyOrderId, 1)).bytes)).join(' ')
  expect(text).not.toMatch(/not captured with|not met|Answer due|: not captured/)
})

test('two hundred remarks are shortened, and the omission is stated', async () => {
  const pack = await fetchPack(crowdedOrderId, 2)
  const texts = await pdfTexts((await readPackPdf(crowdedOrderId, 2)).bytes)
  const text = texts.join(' ')
  const remarks = pack.exhibits.find(({ title }) => title.startsWith('Communications'))
  expect(remarks?.blocks[0]).toMatchObject({ kind: 'table' })
  expect(JSON.stringify(remarks?.blocks)).toContain(manyRemarks(200)[9]?.slice(0, 50))
  expect(text).toMatch(/Shortened in print, for a pack has at most 18 pages/)
  expect(text).toContain('Communications and remarks (shortened)')
  expect(text).toMatch(/Printed shortened Exhibit E/)
  // Our fonts have no Lao, so its letters are printed as code points.
  expect(text).toContain('[U+0EA5 0EB9')
})

test('Chinese, Korean and right-to-left Arabic names are printed correctly', async () => {
  const text = (await pdfTexts((await readPackPdf(crowdedOrderId, 1)).bytes)).join(' ')
  for (const name of ['李娜', '김민준', '阿里旅行', 'محمد', 'الزهراء'])
    expect(text.normalize('NFKC')).toContain(name)
})

test('a document without embedded fonts or too large is included as an image', async () => {
  for (const file of [await approvedPdf({ embedded: false }), await approvedPdf({ noise: 150_000 })]) {
    const orderId = await createTestOrder(app)
    await upload(app, orderId, asFile(file, 'approved.pdf'))
    const { bytes } = await fetchPackPdf(orderId, 2)
    expect(bytes.length).toBeLessThan(1_000_000)
    expect(bytes.includes('/Subtype /Image')).toBe(true)
    expect(bytes.includes('/BaseFont /Helvetica')).toBe(false)
    const text = (await pdfTexts(bytes)).join(' ')
    expect(text).toContain('As a grey picture of its page')
    expect(text).not.toMatch(/unchanged/i)
    await saveForInspection(`picture-${file.length}`, bytes)
  }
})

/** Puts other bytes in the place of a document's file, as a failing disk would. */
async function replaceStoredFile(file1: string, bytes: Buffer): Promise<void> {
  const { files, db } = app.platform
  const sealed = files.seal('documents.file_key', bytes)
  await files.put(sealed)
  await db
    .updateTable('documents')
    .set({ stored_as: sealed.name, file_key: sealed.key, preview_file: null, unchecked: 'not drawn' })
    .where('file1', '=', file1)
    .execute()
}

test('a missing or unreadable document file is stated in the pack', async () => {
  const damaged = await createTestOrder(app)
  const damagedFile = await upload(app, damaged, asFile(await approvedPdf(), 'damaged.pdf'))
  await replaceStoredFile(damagedFile, await damagedPdf())
  const [cover = '', ...pages] = await pdfTexts((await fetchPackPdf(damaged, 2)).bytes)
  expect(cover).toContain(
    'Defence Pack 2 The page of the approved document cannot be shown in this pack: see exhibit C.',
  )
  expect(pages.join(' ')).toContain('The page cannot be shown here')
  expect(pages.join(' ')).toContain('its SHA-256 is NOT the same')
  const { readiness } = await fetchPack(damaged, 2)
  expect(readiness.find(({ label }) => label === 'Approved document')).toMatchObject({
    state: 'cannot be shown',
    letter: 'C',
  })

  const orderId = await createTestOrder(app)
  const file1 = await upload(app, orderId, asFile(await approvedPdf(), 'approved.pdf'))
  await app.platform.files.remove((await storedDocument(app, file1)).name)
  const text = (await pdfTexts((await fetchPackPdf(orderId, 2)).bytes)).join(' ')
  expect(text).toContain('Not found when this pack was made')
})

test('each PDF is recorded as an event with its SHA-256', async () => {
  const { bytes } = await fetchPackPdf(fullOrderIds.orderId, 1, 'Night Staff')
  const token = await signInFresh(app, 'Team')
  const { body } = await app.call(getOrder, { params: { orderId: fullOrderIds.orderId } }, { token })
  expect(body.orderDetails.events[0]).toMatchObject({
    action: 'defence pack made',
    by: 'Nina Night',
    details: { defencePackType: 1, sha256: sha256(bytes), bytes: bytes.length },
  })
})

test.each(moves)('a pack is answered in $to only if that status is disputable', async ({ to }) => {
  const orderId = await createTestOrder(app)
  await moveOrder(app, orderId, to)
  const token = await signInFresh(app, 'Team')
  const details = await app.call(defencePackDetails, { body: { orderId, defencePackType: 2 } }, { token })
  const expected = disputableStatuses.includes(to) ? 200 : 409
  expect(details.http).toBe(expected)
  if (expected === 409) expect((await fetchPackPdf(orderId, 2)).response.status).toBe(409)
})

test('a New order, an unknown order and an unknown pack type are refused', async () => {
  expect((await fetchPackPdf(await createTestOrder(app), 1)).response.status).toBe(409)
  expect((await fetchPackPdf(999_999_999, 1)).response.status).toBe(404)
  expect((await fetchPackPdf(emptyOrderId, 3 as 1)).response.status).toBe(400)
})

test('after a correction prior transactions are matched by the new e-mail only', async () => {
  const day = '2026-07-07T09:00:00Z'
  const priorTransactions = await atTime(testClock, day, () =>
    createTestOrder(app, { email: 'wrong@example.com', arrival_email: '', paid_at: day }),
  )
  const later = await atTime(testClock, '2027-01-10T09:00:00Z', () =>
    createTestOrder(app, {
      email: 'right@example.com',
      arrival_email: '',
      paid_at: '2027-01-10T09:00:00Z',
      card_fingerprint: 'fp_later',
      device_id: 'dev-later',
    }),
  )
  testClock.now = new Date('2027-03-20T06:00:00Z')
  await moveOrder(app, later, 'ChargeBack')
  const found = async () =>
    JSON.stringify((await fetchPack(later, 1)).readiness).includes('No earlier order shares both the card')
  expect(await found()).toBe(false)
  const body = { orderId: priorTransactions, changes: { email: 'right@example.com' }, reason: 'typed wrong' }
  const { http } = await app.call(correctOrder, { body }, { token: await signInFresh(app, 'Team') })
  expect(http).toBe(200)
  expect(await found()).toBe(true)

  await moveOrder(app, priorTransactions, 'Completed')
  expect(JSON.stringify((await fetchPack(priorTransactions, 2)).exhibits)).toContain('Data corrected')
})

test('prior transactions are found through an index', async () => {
  const plan = await inTransaction(app.platform.db, async (tx) => {
    // Of so few rows the planner may rather read all; what counts is that the index fits.
    await sql`set local enable_seqscan = off`.execute(tx)
    return sql<{ 'QUERY PLAN': string }>`
      explain select order_id from order_evidence_keys
      where hash = ${Buffer.alloc(32, 1)} and transacted_at >= now() - interval '365 days'
      order by transacted_at desc limit 1000`.execute(tx)
  })
  expect(JSON.stringify(plan.rows)).toMatch(/order_evidence_keys_hash/)
})
