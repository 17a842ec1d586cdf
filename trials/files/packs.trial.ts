import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { asFile } from '../../test/support/document-fixtures.ts'
import { exhibitDocuments } from '../../test/support/exhibit-documents.ts'
import { createTestOrder } from '../../test/support/orders.ts'
import { pdfTexts } from '../../test/support/pdf.ts'
import { structureFaults } from '../../test/support/pdf-structure.ts'
import { useTestApp } from '../../test/support/use-test-app.ts'
import { approvedPdf, moveOrder, paidOrder, signInFresh, upload } from '../../test/http/pack-orders.ts'
import { installReaders } from './readers.ts'

const run = promisify(execFile)
const outputFolder = 'test-results/packs'
const app = useTestApp({ clock: () => new Date('2027-03-01T14:05:00Z') })

beforeAll(async () => {
  await installReaders()
  await rm(outputFolder, { recursive: true, force: true })
  await mkdir(outputFolder, { recursive: true })
})

/** 64 megapixels, as a phone turns them. */
const photograph = async (): Promise<Buffer> =>
  sharp({ create: { width: 9248, height: 6936, channels: 3, background: '#dfe8ef' } })
    .jpeg({ quality: 60 })
    .withMetadata({ orientation: 6 })
    .toBuffer()

interface Case {
  traveller: string
  merchant: string
  file: () => Promise<Buffer> | Buffer
  name: string
}

const documentOf = (name: keyof typeof exhibitDocuments) => () => exhibitDocuments[name].bytes

/** What a pack prints of the order, in the scripts of our languages, and its document. */
const cases: readonly Case[] = [
  { traveller: 'Jürgen Groß-Müller', merchant: 'Pabean', file: () => approvedPdf(), name: 'freigabe.pdf' },
  {
    traveller: 'श्री प्रियांशु क्षत्रिय',
    merchant: 'मुख्य यात्रा सेवा',
    file: documentOf('form values without an appearance'),
    name: 'घोषणा.pdf',
  },
  {
    traveller: 'محمد عبد الرحمن',
    merchant: 'وكالة السفر',
    file: documentOf('a layer that is switched off'),
    name: 'وثيقة.pdf',
  },
  {
    traveller: '山田 太郎 ヤマダ',
    merchant: '旅行サービス',
    file: documentOf('a page with the box and resources of the tree'),
    name: '申告書.pdf',
  },
  {
    traveller: '김민준',
    merchant: '여행사',
    file: documentOf('a page that the tree turns'),
    name: '신고서.pdf',
  },
  {
    traveller: 'Наталья Щёлкова',
    merchant: 'Турагентство '.repeat(12),
    file: documentOf('a page whose crop leaves its edges out'),
    name: 'декларация.pdf',
  },
  {
    traveller: 'สมชาย น้ำทิพย์',
    merchant: 'บริการท่องเที่ยว',
    file: documentOf('letters of a font that the file does not bring'),
    name: 'ใบขน.pdf',
  },
  {
    traveller: 'Nguyễn Thị Ánh Tuyết',
    merchant: 'Dịch vụ Du lịch',
    file: documentOf('letters by their numbers in a font that the file does not bring'),
    name: 'tờ khai.pdf',
  },
  { traveller: '王小明 歐陽娜娜', merchant: '旅行社', file: photograph, name: '照片.jpg' },
  {
    traveller: 'தமிழ் კართული ខ្មែរ',
    merchant: 'שירותי נסיעות',
    file: () => approvedPdf({ noise: 150_000 }),
    name: 'large.pdf',
  },
]

async function fetchPack(orderId: number, defencePackType: 1 | 2): Promise<Buffer> {
  const response = await fetch(`${app.url}/api/admin/get-defence-pack-pdf`, {
    method: 'POST',
    headers: { authorization: await signInFresh(app, 'Team'), 'content-type': 'application/json' },
    body: JSON.stringify({ orderId, defencePackType }),
  })
  return Buffer.from(await response.arrayBuffer())
}

test.each(cases.map((it, index) => [index + 1, it] as const))('case %i', async (number, pack) => {
  const { traveller, merchant, file, name } = pack
  const orderId = await createTestOrder(
    app,
    paidOrder('2027-03-01T14:04:12Z', { arrival_full_name: traveller, merchant_name: merchant }),
  )
  const bytes = await file()
  await upload(app, orderId, asFile(bytes, name))
  await moveOrder(app, orderId, 'Customer Called')
  await writeFile(join(outputFolder, `${number}-source${name.slice(-4)}`), bytes)
  for (const type of [1, 2] as const) {
    const pdf = await fetchPack(orderId, type)
    const path = join(outputFolder, `${number}-pack-${type}`)
    await writeFile(`${path}.pdf`, pdf)
    expect(await structureFaults(pdf)).toEqual([])
    expect((await pdfTexts(pdf)).length).toBeLessThanOrEqual(18)
    const { stderr: complaints } = await run('pdftoppm', ['-r', '80', '-png', `${path}.pdf`, path])
    expect(complaints).toBe('')
    const drawn = await run('mutool', ['draw', '-r', '40', '-o', '/dev/null', `${path}.pdf`])
    expect(drawn.stderr).not.toMatch(/error|cannot|invalid/i)
  }
})
