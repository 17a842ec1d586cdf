import { openOptionalText } from '#server/platform/seal.ts'
import { readStoredFile, storedDocument } from '../support/stored-files.ts'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import PdfKit from 'pdfkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { uploadDocument, withdrawDocument } from '#contract/documents.ts'
import { getOrder } from '#contract/order-details.ts'
import { downloadHistory } from '#contract/visitor.ts'
import { queueRemainingPreviews } from '#server/documents/preview.jobs.ts'
import { previewDocument, previewNextDocument } from '#server/documents/preview.ts'
import { renderGreyPicture } from '#server/platform/pdf/pictures.ts'
import { qrCode } from '#server/platform/pdf/qr-code.ts'
import { hostileDocuments, hugePagePdf } from '../support/hostile-documents.ts'
import { keepSandboxes, useOneSandboxPerFile } from '../support/kept-sandboxes.ts'
import { createTestOrder } from '../support/orders.ts'
import { aPdf, asFile } from '../support/document-fixtures.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { moveOrder, openOrder } from './visitor-requests.ts'

const { resolve } = createRequire(import.meta.url)
prepareZXingModule({
  overrides: {
    wasmBinary: new Uint8Array(readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer,
  },
})

const email = 'buyer@example.com'
const minute = 60_000
let now = Date.parse('2026-11-20T02:00:00Z')
let app: TestApp
let token: string

beforeAll(async () => {
  app = await startTestApp({ clock: () => new Date(now), worker: true })
  token = await app.signInAs('Team')
})
afterAll(() => app.stop())

interface QrPlacement {
  text: string
  x: number
  y: number
  /** Points. */
  side: number
}

/** A PDF with QR codes, as the customs office issues it. */
async function pdfWithCodes(...codes: QrPlacement[]): Promise<Buffer> {
  const document = new PdfKit({ size: 'A4' })
  for (const { text: words, x, y, side } of codes) {
    const { path, size } = (await qrCode(words)) ?? { path: '', size: 1 }
    document.save().translate(x, y)
    document
      .scale(side / size)
      .path(path)
      .fill('black')
      .restore()
  }
  document.end()
  return buffer(document)
}

const qrText = 'https://customs.example/e-cd?id=8812-4471-0093'
const pdfWithOneCode = () => pdfWithCodes({ text: qrText, x: 300, y: 200, side: 120 })
const toImage = async (format: 'png' | 'jpeg' | 'webp') => {
  const { bytes } = (await renderGreyPicture(await pdfWithOneCode(), 'application/pdf', 400_000)) ?? {}
  return sharp(bytes).toFormat(format).toBuffer()
}

interface StoredDocument {
  orderId: number
  file1: string
}

async function uploadDocumentTo(
  bytes: Buffer,
  name = 'approved.pdf',
  to: TestApp = app,
): Promise<StoredDocument> {
  const orderId = await createTestOrder(to, { email })
  const { http, body } = await to.call(
    uploadDocument,
    { body: { orderId, email }, file: asFile(bytes, name) },
    { token },
  )
  expect(http, body.message).toBe(200)
  return { orderId, file1: body.data.file1 }
}

const qrTextOf = (row: { file1: string; sealed_qr_text: Buffer | null }) =>
  openOptionalText(app.platform.seal, 'documents.sealed_qr_text', row.file1, row.sealed_qr_text)

async function loadDocumentRow({ file1 }: StoredDocument) {
  const row = await app.platform.db
    .selectFrom('documents')
    .select(['id', 'file1', 'preview_attempted_at', 'preview_file', 'preview_key', 'sealed_qr_text'])
    .where('file1', '=', file1)
    .executeTakeFirstOrThrow()
  return { ...row, qr_text: qrTextOf(row) }
}

const awaitAnalysis = (stored: StoredDocument) =>
  vi.waitFor(
    async () => {
      const row = await loadDocumentRow(stored)
      expect(row.preview_attempted_at).not.toBeNull()
      return row
    },
    { timeout: 300_000, interval: 100 },
  )

const countStoredFiles = async () => {
  const names = await readdir(join(app.dataDir, 'documents'), { recursive: true })
  return names.filter((name) => name.endsWith('.sealed')).length
}

const previewPath = ({ orderId, file1 }: StoredDocument) => `/uploads/previews/${orderId}_${file1}`
const fetchPreview = (stored: StoredDocument, init: RequestInit = {}) =>
  fetch(`${app.url}${previewPath(stored)}`, init)
const openAsVisitor = async ({ orderId }: StoredDocument) => ({
  cookie: await openOrder({ app, orderId, email }),
})
const loadVisitorDocuments = async (stored: StoredDocument) => {
  const { http, body } = await app.call(
    downloadHistory,
    { body: { orderId: stored.orderId } },
    await openAsVisitor(stored),
  )
  expect(http, body.message).toBe(200)
  return body.mainResult.documents
}
const previewEvents = async ({ orderId }: StoredDocument) => {
  const { body } = await app.call(getOrder, { params: { orderId } }, { token })
  return body.orderDetails.events.filter(({ action }) => action === 'document previewed')
}

test('a visitor gets a preview of the first page and the redrawn QR code', async () => {
  const stored = await uploadDocumentTo(await pdfWithOneCode())
  await awaitAnalysis(stored)

  const [document] = await loadVisitorDocuments(stored)
  expect(document?.preview).toBe(previewPath(stored))
  expect(document).not.toHaveProperty('qr_text')
  const answer = await fetchPreview(stored, { headers: await openAsVisitor(stored) })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.length).toBeLessThan(120_000)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 900 })

  const { size = 0, path } = document?.qr ?? {}
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${size + 8} ${size + 8}" width="600"><path fill="#fff" d="M-4-4h999v999h-999z"/><path d="${path}"/></svg>`
  const { data, info } = await sharp(Buffer.from(drawing))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [code] = await readBarcodes(
    { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' },
    { formats: ['QRCode'] },
  )
  expect(code).toMatchObject({ text: qrText, ecLevel: 'M' })
})

test.each(['png', 'jpeg', 'webp'] as const)(
  'a %s gets a preview and QR code in the same way',
  async (format) => {
    const stored = await uploadDocumentTo(await toImage(format), `scan.${format}`)
    const { preview_file, qr_text } = await awaitAnalysis(stored)
    expect(qr_text).toBe(qrText)
    expect(preview_file).toMatch(/^[\w-]{24}\.sealed$/)
  },
)

test('the largest of several QR codes is used', async () => {
  const large = { text: qrText, x: 300, y: 200, side: 40 }
  const stored = await uploadDocumentTo(
    await pdfWithCodes({ text: 'SMALL', x: 100, y: 200, side: 20 }, large, {
      text: 'ALSO SMALL',
      x: 100,
      y: 500,
      side: 25,
    }),
  )
  expect((await awaitAnalysis(stored)).qr_text).toBe(qrText)
})

test('a QR code too fine for the first resolution is found in the second', async () => {
  const stored = await uploadDocumentTo(
    await pdfWithCodes({ text: qrText.repeat(3), x: 300, y: 200, side: 26 }),
  )
  expect((await awaitAnalysis(stored)).qr_text).toBe(qrText.repeat(3))
})

test('a document without a QR code has a preview only', async () => {
  const stored = await uploadDocumentTo(await aPdf())
  await awaitAnalysis(stored)
  expect(await loadVisitorDocuments(stored)).toMatchObject([{ preview: previewPath(stored), qr: null }])
})

describe('access to a preview', () => {
  let stored: StoredDocument
  beforeAll(async () => {
    stored = await uploadDocumentTo(await pdfWithOneCode())
    await awaitAnalysis(stored)
  })

  test('is refused without the cookie of this order or a staff session', async () => {
    expect((await fetchPreview(stored)).status).toBe(403)
    const other = await openAsVisitor(await uploadDocumentTo(await aPdf()))
    expect((await fetchPreview(stored, { headers: other })).status).toBe(403)
    expect((await fetchPreview({ ...stored, file1: 'unknown.pdf' })).status).toBe(403)
    expect((await fetchPreview(stored, { headers: { authorization: token } })).status).toBe(200)
  })

  test('answers 404 for a path that is not a preview', async () => {
    const headers = await openAsVisitor(stored)
    expect((await fetchPreview({ ...stored, file1: 'unknown.pdf' }, { headers })).status).toBe(404)
    expect((await fetch(`${app.url}/uploads/previews/nothing`, { headers })).status).toBe(404)
    expect((await fetchPreview(stored, { headers, method: 'POST' })).status).toBe(404)
  })

  test('answers HEAD with its length', async () => {
    const headers = await openAsVisitor(stored)
    const answer = await fetchPreview(stored, { headers, method: 'HEAD' })
    const { size } = await fetchPreview(stored, { headers }).then((it) => it.blob())
    expect(Number(answer.headers.get('content-length'))).toBe(size)
  })

  test('is refused once the document is withdrawn', async () => {
    const withdrawn = await uploadDocumentTo(await pdfWithOneCode())
    await awaitAnalysis(withdrawn)
    const headers = await openAsVisitor(withdrawn)
    expect((await fetchPreview(withdrawn, { headers })).status).toBe(200)
    await app.call(withdrawDocument, { body: { ...withdrawn, reason: 'Wrong person' } }, { token })
    expect((await fetchPreview(withdrawn, { headers })).status).toBe(404)
    expect((await fetchPreview(withdrawn, { headers: { authorization: token } })).status).toBe(404)
    expect(await loadVisitorDocuments(withdrawn)).toEqual([])
  })

  test('is refused to visitors once the order is deleted', async () => {
    const deleted = await uploadDocumentTo(await pdfWithOneCode())
    await awaitAnalysis(deleted)
    const headers = await openAsVisitor(deleted)
    await moveOrder(app, deleted.orderId, 'Deleted')
    expect((await fetchPreview(deleted, { headers })).status).toBe(403)
  })
})

describe('the event of a preview', () => {
  test('is recorded once per hour and visitor', async () => {
    const stored = await uploadDocumentTo(await pdfWithOneCode(), 'declaration.pdf')
    await awaitAnalysis(stored)
    const headers = await openAsVisitor(stored)
    await fetchPreview(stored, { headers, method: 'HEAD' })
    expect(await previewEvents(stored)).toEqual([])

    await Promise.all([1, 2, 3].map(() => fetchPreview(stored, { headers })))
    expect(await previewEvents(stored)).toMatchObject([
      { by: 'Visitor', details: { file1: stored.file1, name: 'declaration.pdf' } },
    ])
    now += 61 * minute
    await fetchPreview(stored, { headers: await openAsVisitor(stored) })
    expect(await previewEvents(stored)).toHaveLength(2)
  })

  test("is not recorded for members, with or without the order's cookie", async () => {
    const stored = await uploadDocumentTo(await pdfWithOneCode())
    await awaitAnalysis(stored)
    for (const headers of [{}, await openAsVisitor(stored)])
      expect((await fetchPreview(stored, { headers: { ...headers, authorization: token } })).status).toBe(200)
    expect(await previewEvents(stored)).toEqual([])
  })
})

/** Of processor time; the trial `hostile-files` has all of them. */
const hostileFiles = Object.entries(hostileDocuments).filter(
  ([name]) => process.env['EVERY_HOSTILE_FILE'] || name === 'nested.pdf',
)

describe('a preview of a hostile file', () => {
  beforeAll(() => useOneSandboxPerFile({ maxCpuMs: 1500 }))
  afterAll(keepSandboxes)

  test.each(hostileFiles)(
    '%s delays no other request and leaves the server unchanged',
    async (name, make) => {
      const stored = await uploadDocumentTo(make(), name)
      let answers = 0
      const isAnalysed = async () => (await loadDocumentRow(stored)).preview_attempted_at !== null
      while (!(await isAnalysed())) {
        if ((await fetch(`${app.url}/readyz`)).ok) answers += 1
        await pause(100)
      }
      expect(answers).toBeGreaterThan(0)
      expect(await loadDocumentRow(stored)).toMatchObject({ preview_file: null, qr_text: null })
      expect((await fetchPreview(stored, { headers: await openAsVisitor(stored) })).status).toBe(404)
      expect(await loadVisitorDocuments(stored)).toMatchObject([{ preview: null, qr: null }])

      const next = await uploadDocumentTo(await pdfWithOneCode())
      expect((await awaitAnalysis(next)).qr_text).toBe(qrText)
    },
  )

  test('a huge page is rendered at the usual size', async () => {
    const { preview_file, preview_key } = await awaitAnalysis(await uploadDocumentTo(hugePagePdf()))
    const file = { name: preview_file ?? '', key: preview_key ?? Buffer.alloc(0) }
    const bytes = await readStoredFile(app, 'documents.preview_key', file)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 900, height: 900 })
  })

  test('does not change the images of defence packs', async () => {
    await renderGreyPicture(hostileDocuments['nested.pdf'](), 'application/pdf', 400_000)
    await renderGreyPicture(hostileDocuments['vast.png'](), 'image/png', 400_000)
    expect(await renderGreyPicture(await pdfWithOneCode(), 'application/pdf', 400_000)).not.toBeNull()
  })
})

describe('documents without a preview', () => {
  let busy: TestApp
  let idle: TestApp
  let files: TestApp['platform']['files']
  beforeAll(async () => {
    // A server that accepts uploads without working jobs, as if a previous version had stored them.
    idle = await startTestApp({ clock: () => new Date(now) })
    files = idle.platform.files
    busy = app
    app = idle
    token = await idle.signInAs('Team')
  })
  afterAll(async () => {
    app = busy
    await idle.stop()
  })
  /** After the time at which all upload jobs must have run. */
  const later = () => {
    const after = now + 10 * minute
    let analyses = 0
    return { ...idle.platform, clock: () => new Date(after + analyses++) }
  }
  const pending = async (bytes: Buffer) => {
    const stored = await uploadDocumentTo(bytes)
    return { ...stored, id: (await loadDocumentRow(stored)).id }
  }

  test('are processed from the newest on, including one whose file is missing', async () => {
    const old = await pending(await pdfWithOneCode())
    const gone = await pending(await aPdf())
    const newest = await pending(await aPdf())
    await files.remove((await storedDocument(idle, gone.file1)).name)
    while (await previewNextDocument(later()));
    const rows = await idle.platform.db
      .selectFrom('documents')
      .select(['id', 'file1', 'preview_file', 'sealed_qr_text'])
      .orderBy('preview_attempted_at')
      .execute()
    expect(rows.map(({ id }) => id)).toEqual([newest.id, gone.id, old.id])
    expect(rows.map(({ preview_file }) => preview_file !== null)).toEqual([true, false, true])
    expect(rows[2] && qrTextOf(rows[2])).toBe(qrText)
  })

  test('are left to their recent upload job', async () => {
    const document = await pending(await aPdf())
    expect(await previewNextDocument(idle.platform)).toBe(false)
    await previewDocument(idle.platform, document.id)
    expect((await loadDocumentRow(document)).preview_attempted_at).not.toBeNull()
  })

  test('are retried later if files cannot be written', async () => {
    const document = await pending(await pdfWithOneCode())
    const full = { ...files, put: () => Promise.reject(new Error('no space left')) }
    await expect(previewNextDocument({ ...later(), files: full })).rejects.toThrow('no space left')
    expect(await loadDocumentRow(document)).toMatchObject({ preview_attempted_at: null, preview_file: null })
    await previewNextDocument(later())
    expect((await loadDocumentRow(document)).preview_file).not.toBeNull()
  })

  test('get one preview, however many workers process them', async () => {
    const { id, ...stored } = await pending(await pdfWithOneCode())
    const before = await countStoredFiles()
    const platform = later()
    await Promise.all([
      previewDocument(platform, id),
      previewDocument(platform, id),
      previewNextDocument(platform),
      previewNextDocument(platform),
    ])
    const first = await loadDocumentRow(stored)
    await previewDocument(platform, id)
    expect(await loadDocumentRow(stored)).toEqual(first)
    expect(await countStoredFiles()).toBe(before + 1)
  })

  test('are skipped once withdrawn', async () => {
    const { id, ...stored } = await pending(await pdfWithOneCode())
    await idle.call(withdrawDocument, { body: { ...stored, reason: 'Wrong person' } }, { token })
    await previewDocument(idle.platform, id)
    expect(await previewNextDocument(later())).toBe(false)
    expect((await loadDocumentRow(stored)).preview_attempted_at).toBeNull()
  })

  test('are processed by another server, after an upload and after a start', async () => {
    const old = [await pending(await pdfWithOneCode()), await pending(await pdfWithOneCode())]
    await sql`delete from jobs.job where name = 'preview-document'`.execute(idle.platform.db)
    const uploaded = await pending(await pdfWithOneCode())
    const clock = () => new Date(now + 10 * minute)
    const worker = await startTestApp({ clock, worker: true, sharedWith: idle })
    await queueRemainingPreviews(worker.platform)
    for (const document of [uploaded, ...old])
      await vi.waitFor(async () => expect((await loadDocumentRow(document)).qr_text).toBe(qrText), {
        timeout: 300_000,
        interval: 100,
      })
    await worker.stop()
  })
})
