import { openOptionalText } from '#server/platform/seal.ts'
import { readStoredFile } from '../support/stored-files.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import PdfKit from 'pdfkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { uploadDocument, withdrawDocument } from '#contract/documents.ts'
import { getOrder } from '#contract/order-details.ts'
import { downloadHistory } from '#contract/visitor.ts'
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
  app = await startTestApp({ clock: () => new Date(now) })
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
    .select(['id', 'file1', 'unchecked', 'preview_file', 'preview_key', 'sealed_qr_text'])
    .where('file1', '=', file1)
    .executeTakeFirstOrThrow()
  return { ...row, qr_text: qrTextOf(row) }
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
    const { preview_file, qr_text } = await loadDocumentRow(stored)
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
  expect((await loadDocumentRow(stored)).qr_text).toBe(qrText)
})

test('a QR code too fine for the first resolution is found in the second', async () => {
  const stored = await uploadDocumentTo(
    await pdfWithCodes({ text: qrText.repeat(3), x: 300, y: 200, side: 26 }),
  )
  expect((await loadDocumentRow(stored)).qr_text).toBe(qrText.repeat(3))
})

test('a document without a QR code has a preview only', async () => {
  const stored = await uploadDocumentTo(await aPdf())
  expect(await loadVisitorDocuments(stored)).toMatchObject([{ preview: previewPath(stored), qr: null }])
})

describe('access to a preview', () => {
  let stored: StoredDocument
  beforeAll(async () => {
    stored = await uploadDocumentTo(await pdfWithOneCode())
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
    const headers = await openAsVisitor(withdrawn)
    expect((await fetchPreview(withdrawn, { headers })).status).toBe(200)
    await app.call(withdrawDocument, { body: { ...withdrawn, reason: 'Wrong person' } }, { token })
    expect((await fetchPreview(withdrawn, { headers })).status).toBe(404)
    expect((await fetchPreview(withdrawn, { headers: { authorization: token } })).status).toBe(404)
    expect(await loadVisitorDocuments(withdrawn)).toEqual([])
  })

  test('is refused to visitors once the order is deleted', async () => {
    const deleted = await uploadDocumentTo(await pdfWithOneCode())
    const headers = await openAsVisitor(deleted)
    await moveOrder(app, deleted.orderId, 'Deleted')
    expect((await fetchPreview(deleted, { headers })).status).toBe(403)
  })
})

describe('the event of a preview', () => {
  test('is recorded once per hour and visitor', async () => {
    const stored = await uploadDocumentTo(await pdfWithOneCode(), 'declaration.pdf')
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
      const upload = uploadDocumentTo(make(), name)
      let stored: StoredDocument | undefined
      void upload.then((document) => (stored = document))
      let answers = 0
      while (!stored) {
        if ((await fetch(`${app.url}/readyz`)).ok) answers += 1
        await pause(100)
      }
      expect(answers).toBeGreaterThan(0)
      expect(await loadDocumentRow(stored)).toMatchObject({ preview_file: null, qr_text: null })
      expect((await loadDocumentRow(stored)).unchecked).not.toBeNull()
      now += minute
      expect((await fetchPreview(stored, { headers: await openAsVisitor(stored) })).status).toBe(404)
      expect(await loadVisitorDocuments(stored)).toMatchObject([{ preview: null, qr: null }])

      const next = await uploadDocumentTo(await pdfWithOneCode())
      expect((await loadDocumentRow(next)).qr_text).toBe(qrText)
    },
  )

  test('a huge page is rendered at the usual size', async () => {
    const { preview_file, preview_key } = await loadDocumentRow(await uploadDocumentTo(hugePagePdf()))
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
