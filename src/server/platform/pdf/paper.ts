import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PdfKit from 'pdfkit'
import type { Face } from './scripts.ts'
import type { FontBook, TextStyle, Weight } from './typesetter.ts'

const require = createRequire(import.meta.url)

const families = {
  latin: ['ibm-plex-sans', 'IBMPlexSans'],
  arabic: ['noto-sans-arabic', 'NotoSansArabic'],
  chinese: ['noto-sans-sc', 'NotoSansSC'],
  korean: ['noto-sans-kr', 'NotoSansKR'],
} as const satisfies Record<Face, readonly [folder: string, file: string]>

const weights = { regular: '400Regular', strong: '600SemiBold' } as const satisfies Record<Weight, string>

const read = new Map<string, Buffer>()

/** A font file's bytes, read once: the Chinese one alone has ten megabytes. */
function fontBytes(face: Face, weight: Weight): Buffer {
  const [folder, file] = families[face]
  const path = `@expo-google-fonts/${folder}/${weights[weight]}/${file}_${weights[weight]}.ttf`
  const bytes = read.get(path) ?? readFileSync(require.resolve(path))
  read.set(path, bytes)
  return bytes
}

/** What pdfkit holds of the font in use and its types leave out. */
interface OpenedFont {
  font: { hasGlyphForCodePoint(codePoint: number): boolean }
}

/** A tagged PDF in the making. Sizes and places in points, from the top left. */
export interface Paper {
  doc: PDFKit.PDFDocument
  book: FontBook
  /** Makes this the font of what is drawn next. */
  use(face: Face, style: TextStyle): void
}

export interface PaperInfo {
  title: string
  author: string
  subject: string
  createdAt: Date
}

/** Fonts are opened when the first character asks for them, and embedded as far as they are used. */
export function createPaper({ title, author, subject, createdAt }: PaperInfo): Paper {
  const doc = new PdfKit({
    autoFirstPage: false,
    bufferPages: true,
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: author, Subject: subject, CreationDate: createdAt, ModDate: createdAt },
  })
  const registered = new Set<string>()
  const open = (face: Face, weight: Weight) => {
    const name = `${face} ${weight}`
    if (!registered.has(name)) {
      registered.add(name)
      doc.registerFont(name, fontBytes(face, weight))
    }
    doc.font(name)
  }
  const use = (face: Face, { size, weight }: TextStyle) => {
    open(face, weight)
    doc.fontSize(size)
  }

  const known = new Map<string, boolean>()
  const widths = new Map<string, number>()
  const book: FontBook = {
    has(face, char) {
      const key = `${face} ${char}`
      const found = known.get(key)
      if (found !== undefined) return found
      open(face, 'regular')
      const { font } = Reflect.get(doc, '_font') as OpenedFont
      const has = font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0)
      known.set(key, has)
      return has
    },
    width(face, text, { size, weight }) {
      const key = `${face} ${weight} ${text}`
      let unit = widths.get(key)
      if (unit === undefined) {
        use(face, { size: 100, weight })
        unit = doc.widthOfString(text) / 100
        widths.set(key, unit)
      }
      return unit * size
    },
  }
  return { doc, book, use }
}

/** Ends the document; answers its bytes. */
export async function bytesOf({ doc }: Paper): Promise<Buffer> {
  const chunks: Buffer[] = []
  doc.end()
  for await (const chunk of doc) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
