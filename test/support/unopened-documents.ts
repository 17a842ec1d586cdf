import { buffer } from 'node:stream/consumers'
import PdfKit from 'pdfkit'
import sharp from 'sharp'
import { anImage, aPdf } from './document-fixtures.ts'
import { buildPdf, pngChunk } from './hostile-documents.ts'

/** A PDF that is locked by these passwords. */
async function lockedPdf(passwords: { userPassword?: string; ownerPassword?: string }): Promise<Buffer> {
  const document = new PdfKit({ size: 'A5', ...passwords })
  document.text('Passport C4881027').end()
  return buffer(document)
}

/** A form whose fields only XFA describes: readers show its one page, a notice to use Acrobat. */
const dynamicForm = () =>
  buildPdf([
    '<</Type/Catalog/Pages 2 0 R/NeedsRendering true/AcroForm<</Fields[]/XFA 4 0 R>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>',
    '<</Length 0>>stream\n\nendstream',
  ])

/** A field with a value that its readers draw, for the file has no drawing of it. */
export const formWithValue = (value: string) =>
  buildPdf([
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/NeedAppearances true/DA(/Helv 12 Tf 0 g)/DR<</Font<</Helv 5 0 R>>>>>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Annots[4 0 R]>>',
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(${value})/Rect[20 200 280 230]/DA(/Helv 12 Tf 0 g)/P 3 0 R/F 4>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ])

const photo = () =>
  sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: '#c2152f',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer()

const upTo = (bytes: Buffer, part: number) => bytes.subarray(0, Math.floor(bytes.length * part))

/** A web-optimised PDF has the words of its end in its first kilobyte too. */
const startsLikeAnEnd = Buffer.from('%PDF-1.7\n% /Root startxref 0\n')

/** Files that no reader opens, by the sentence that refuses them. */
export const unopenedFiles = {
  'an empty file': { name: 'a.pdf', make: async () => Buffer.alloc(0), says: 'The file is empty.' },
  'a PDF that is cut off': {
    name: 'a.pdf',
    make: async () => upTo(Buffer.concat([startsLikeAnEnd, (await aPdf('Passport')).subarray(9)]), 0.6),
    says: 'The file is cut off: its end is missing. Fetch or save it again.',
  },
  'a photograph that is cut off': {
    name: 'a.jpg',
    make: async () => upTo(await photo(), 0.6),
    says: 'The file is cut off: its end is missing. Fetch or save it again.',
  },
  'a PNG that is cut off': {
    name: 'a.png',
    make: async () =>
      upTo(
        await sharp(await photo())
          .png()
          .toBuffer(),
        0.6,
      ),
    says: 'The file is cut off: its end is missing. Fetch or save it again.',
  },
  'a WebP that is cut off': {
    name: 'a.webp',
    make: async () =>
      upTo(
        await sharp(await photo())
          .webp()
          .toBuffer(),
        0.6,
      ),
    says: 'The file is cut off: its end is missing. Fetch or save it again.',
  },
  'a PDF with a password': {
    name: 'a.pdf',
    make: () => lockedPdf({ userPassword: 'secret' }),
    says: 'The file opens only with a password. Save it without one.',
  },
  'a form for Acrobat alone': {
    name: 'a.pdf',
    make: async () => dynamicForm(),
    says: 'The file is a form that only Adobe Acrobat shows. Print it to a PDF.',
  },
  'a HEIC photograph named .jpg': {
    name: 'IMG_2041.jpg',
    make: async () => Buffer.from('00000018667479706865696300000000686569636d696631', 'hex'),
    says: 'The file is a HEIC photograph, which many devices cannot open. Save it as JPEG.',
  },
  'a GIF': {
    name: 'a.gif',
    make: async () => Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAAC', 'base64'),
    says: 'The file must be a PDF, JPEG, PNG or WebP document. This one is GIF.',
  },
  'a PDF without pages': {
    name: 'a.pdf',
    make: async () => buildPdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>']),
    says: 'The file is damaged and cannot be opened.',
  },
}

/** Untidy files that every reader opens. */
export const openedFiles = {
  'a PDF behind a mark of byte order': async () =>
    Buffer.concat([Buffer.from('efbbbf', 'hex'), await aPdf('Hello')]),
  'a PDF behind the head of a form': async () =>
    Buffer.concat([
      Buffer.from('------x\r\nContent-Disposition: form-data; name="file"\r\n\r\n'),
      await aPdf('Hello'),
    ]),
  'a PDF with an owner password alone': () => lockedPdf({ ownerPassword: 'secret' }),
  'an animated PNG': async () => {
    const png = await anImage('png')
    const head = png.indexOf('IHDR') + 13 + 8
    return Buffer.concat([png.subarray(0, head), pngChunk('acTL', Buffer.alloc(8, 1)), png.subarray(head)])
  },
  'a photograph of 64 megapixels': () =>
    sharp({ create: { width: 9248, height: 6936, channels: 3, background: '#eee' } })
      .jpeg({ quality: 20 })
      .toBuffer(),
}
