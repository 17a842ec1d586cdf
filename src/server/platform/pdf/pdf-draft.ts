import { buffer } from 'node:stream/consumers'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PdfKit from 'pdfkit'
import { projectRoot } from '../project-root.ts'
import type { Face } from './scripts.ts'
import type { FontBook, TextStyle, Weight } from './typesetter.ts'

const families = {
  latin: ['ibm-plex-sans', 'IBMPlexSans'],
  arabic: ['noto-sans-arabic', 'NotoSansArabic'],
  devanagari: ['noto-sans-devanagari', 'NotoSansDevanagari'],
  thai: ['noto-sans-thai', 'NotoSansThai'],
  chinese: ['noto-sans-sc', 'NotoSansSC'],
  korean: ['noto-sans-kr', 'NotoSansKR'],
  hebrew: ['noto-sans-hebrew', 'NotoSansHebrew'],
  georgian: ['noto-sans-georgian', 'NotoSansGeorgian'],
  tamil: ['noto-sans-tamil', 'NotoSansTamil'],
  khmer: ['noto-sans-khmer', 'NotoSansKhmer'],
} as const satisfies Record<Face, readonly [folder: string, file: string]>

const weights = { regular: '400Regular', strong: '600SemiBold' } as const satisfies Record<Weight, string>

const fontFiles = new Map<string, Buffer>()

/** Read once: the Chinese font has ten megabytes. */
function fontBytes(face: Face, weight: Weight): Buffer {
  const [folder, file] = families[face]
  const path = join(projectRoot(), 'fonts', folder, `${file}_${weights[weight]}.ttf`)
  return getOrCreate(fontFiles, path, () => readFileSync(path))
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}

const innerMap = <K, V>(map: Map<K, Map<string, V>>, key: K) =>
  getOrCreate(map, key, () => new Map<string, V>())

interface OpenedFont {
  font: {
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string, features?: unknown): unknown
  }
}

/** Shapes a text without placing its marks where fontkit fails to, as for marks that the font gives no anchor. */
function shapeAnyText({ font }: OpenedFont): void {
  const shape = font.layout.bind(font)
  font.layout = (text, features) => {
    try {
      return shape(text, features)
    } catch {
      return shape(text, { mark: false, mkmk: false, abvm: false, blwm: false })
    }
  }
}

/** A tagged PDF that is being written. Sizes and positions in points, from the top left. */
export interface PdfDraft {
  doc: PDFKit.PDFDocument
  book: FontBook
  use(face: Face, style: TextStyle): void
}

export interface PdfInfo {
  title: string
  author: string
  subject: string
  createdAt: Date
}

/** Fonts are opened at their first character, and embedded as subsets. */
export function createPdfDraft({ title, author, subject, createdAt }: PdfInfo): PdfDraft {
  const doc = new PdfKit({
    autoFirstPage: false,
    // Only our own fonts are used: pdfkit would parse Helvetica for each document.
    font: '',
    bufferPages: true,
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: author, Subject: subject, CreationDate: createdAt, ModDate: createdAt },
  })
  const registered = new Set<string>()
  const openedFont = (): OpenedFont => Reflect.get(doc, '_font')
  const selectFont = (face: Face, weight: Weight) => {
    const name = `${face} ${weight}`
    const isNew = !registered.has(name)
    if (isNew) doc.registerFont(name, fontBytes(face, weight))
    registered.add(name)
    doc.font(name)
    if (isNew) shapeAnyText(openedFont())
  }
  const use = (face: Face, { size, weight }: TextStyle) => {
    selectFont(face, weight)
    doc.fontSize(size)
  }

  const glyphCache = new Map<Face, Map<string, boolean>>()
  const widthCache = new Map<string, Map<string, number>>()
  const book: FontBook = {
    has: (face, char) =>
      getOrCreate(innerMap(glyphCache, face), char, () => {
        selectFont(face, 'regular')
        return openedFont().font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0)
      }),
    width: (face, text, { size, weight }) =>
      size *
      getOrCreate(innerMap(widthCache, `${face} ${weight}`), text, () => {
        use(face, { size: 100, weight })
        return doc.widthOfString(text) / 100
      }),
  }
  return { doc, book, use }
}

export async function finishPdf({ doc }: PdfDraft): Promise<Buffer> {
  doc.end()
  return buffer(doc)
}
