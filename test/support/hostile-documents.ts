import { crc32, deflateSync } from 'node:zlib'

/** Builds a PDF of these objects; the first is the catalog. */
export function buildPdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const [index, object] of objects.entries()) {
    offsets.push(length())
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = length()
  const size = objects.length + 1
  const end = `trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`))
  return Buffer.concat(parts)
}

const pdfStream = (entries: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(`<<${entries}/Length ${data.length}>>stream\n`),
    data,
    Buffer.from('\nendstream'),
  ])

interface Page {
  content: Buffer
  box?: string
  resources?: string
  /** From object 5 on. */
  others?: Buffer[]
}

const pdfWithPage = ({ content, box = '0 0 400 600', resources = '', others = [] }: Page) =>
  buildPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Resources<<${resources}>>/Contents 4 0 R>>`,
    content,
    ...others,
  ])

export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG whose header claims 100,000 × 100,000 pixels. */
function hugePng(): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(100_000, 0)
  head.writeUInt32BE(100_000, 4)
  head.writeUInt8(8, 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(Buffer.alloc(50_000_000))
  return Buffer.concat([
    signature,
    pngChunk('IHDR', head),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.of()),
  ])
}

/** Small files that exhaust the time or memory of a program that opens them. */
export const hostileDocuments = {
  /** A picture of 30,000 × 30,000 pixels, drawn ten thousand times. */
  'endless.pdf': () =>
    pdfWithPage({
      content: pdfStream('', Buffer.from(`400 0 0 600 0 0 cm ${'/It Do '.repeat(10_000)}`)),
      resources: '/XObject<</It 5 0 R>>',
      others: [
        pdfStream(
          '/Type/XObject/Subtype/Image/Width 30000/Height 30000/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode',
          deflateSync(Buffer.alloc(500_000_000), { level: 1 }),
        ),
      ],
    }),
  /** Eight forms, each of which draws the next one sixty times. */
  'nested.pdf': () =>
    pdfWithPage({
      content: pdfStream('', Buffer.from('/It Do '.repeat(60))),
      resources: '/XObject<</It 5 0 R>>',
      others: [5, 6, 7, 8, 9, 10, 11, 12].map((own) =>
        own < 12
          ? pdfStream(
              `/Type/XObject/Subtype/Form/BBox[0 0 400 600]/Resources<</XObject<</It ${own + 1} 0 R>>>>`,
              Buffer.from('/It Do '.repeat(60)),
            )
          : pdfStream('/Type/XObject/Subtype/Form/BBox[0 0 400 600]', Buffer.from('0 0 400 600 re f')),
      ),
    }),
  /** Three hundred million drawing operations, compressed twice. */
  'bomb.pdf': () =>
    pdfWithPage({
      content: pdfStream(
        '/Filter[/FlateDecode/FlateDecode]',
        deflateSync(deflateSync(Buffer.alloc(300_000_000, 'f '), { level: 1 })),
      ),
    }),
  'vast.png': hugePng,
}

/** A page of 99 million points a side with a drawing in its corner; it can be rendered. */
export const hugePagePdf = () =>
  pdfWithPage({
    content: pdfStream('', Buffer.from('0 0 9999999 9999999 re f')),
    box: '0 0 99999999 99999999',
  })
