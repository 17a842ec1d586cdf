import { PDF, PdfArray, PdfDict, PdfNumber, PdfRef, type PDFPage } from '@libpdf/core'

type Resolve = (ref: PdfRef) => unknown

const dereference = (value: unknown, resolve: Resolve) => (value instanceof PdfRef ? resolve(value) : value)
const asDict = (value: unknown, resolve: Resolve): PdfDict | undefined => {
  const found = dereference(value, resolve)
  return found instanceof PdfDict ? found : undefined
}
function dictsIn(value: unknown, resolve: Resolve): PdfDict[] {
  const found = dereference(value, resolve)
  const members: unknown[] =
    found instanceof PdfArray
      ? [...found]
      : found instanceof PdfDict
        ? [...found].map(([, member]) => member)
        : []
  return members.flatMap((member) => asDict(member, resolve) ?? [])
}

function isFontEmbedded(font: PdfDict, resolve: Resolve): boolean {
  const kind = font.getName('Subtype')?.value
  if (kind === 'Type3') return true
  const [descendant] = kind === 'Type0' ? dictsIn(font.get('DescendantFonts'), resolve) : [font]
  const descriptor = asDict(descendant?.get('FontDescriptor'), resolve)
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(key))
}

/** The fonts of a page with those of the forms and patterns that it draws. */
function fontsIn(resources: PdfDict, resolve: Resolve, seen = new Set<PdfDict>()): PdfDict[] {
  if (seen.has(resources)) return []
  seen.add(resources)
  const inner = ['XObject', 'Pattern'].flatMap((kind) =>
    dictsIn(resources.get(kind), resolve).flatMap((form) => asDict(form.get('Resources'), resolve) ?? []),
  )
  return [...dictsIn(resources.get('Font'), resolve), ...inner.flatMap((it) => fontsIn(it, resolve, seen))]
}

/** Marks without a drawing of their own: some readers invent one, and PDFium not always. */
const hasUndrawnMarks = ({ dict }: PDFPage, resolve: Resolve): boolean =>
  dictsIn(dict.get('Annots'), resolve).some(
    (mark) => !mark.has('AP') && !['Link', 'Popup', 'Widget'].includes(mark.getName('Subtype')?.value ?? ''),
  )

/** What a page inherits from the tree above it (PDF 32000-1, table 30). */
const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const

function copyInherited({ dict }: PDFPage, resolve: Resolve): void {
  const seen = new Set<PdfDict>()
  for (let node = asDict(dict.get('Parent'), resolve); node && !seen.has(node);) {
    seen.add(node)
    for (const key of inheritable) {
      const value = node.get(key)
      if (value && !dict.has(key)) dict.set(key, value)
    }
    node = asDict(node.get('Parent'), resolve)
  }
}

interface Edges {
  left: number
  bottom: number
  right: number
  top: number
}

function edgesOf(value: unknown, resolve: Resolve): Edges | undefined {
  const found = dereference(value, resolve)
  const numbers = (found instanceof PdfArray ? [...found] : []).map((it) => dereference(it, resolve))
  const [x1, y1, x2, y2] = numbers.map((it) => (it instanceof PdfNumber ? it.value : NaN))
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined
  const edges = {
    left: Math.min(x1, x2),
    bottom: Math.min(y1, y2),
    right: Math.max(x1, x2),
    top: Math.max(y1, y2),
  }
  return edges.right > edges.left && edges.top > edges.bottom ? edges : undefined
}

const usLetter: Edges = { left: 0, bottom: 0, right: 612, top: 792 }

function visiblePart({ dict }: PDFPage, resolve: Resolve): Edges {
  const media = edgesOf(dict.get('MediaBox'), resolve) ?? usLetter
  const crop = edgesOf(dict.get('CropBox'), resolve) ?? media
  return {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  }
}

export interface SourcePage {
  document: PDF
  page: PDFPage
  visible: Edges
  fonts: { isEmbedded: boolean; isComposite: boolean }[]
  hasUndrawnMarks: boolean
}

/** The first page of a PDF with its own copy of what it inherits; rejects for what the library cannot read. */
export async function openSourcePage(bytes: Uint8Array): Promise<SourcePage | null> {
  const document = await PDF.load(bytes)
  const page = document.getPage(0)
  if (!page) return null
  const resolve = document.getObject.bind(document)
  copyInherited(page, resolve)
  const resources = asDict(page.dict.get('Resources'), resolve)
  return {
    document,
    page,
    visible: visiblePart(page, resolve),
    fonts: (resources ? fontsIn(resources, resolve) : []).map((font) => ({
      isEmbedded: isFontEmbedded(font, resolve),
      isComposite: font.getName('Subtype')?.value === 'Type0',
    })),
    hasUndrawnMarks: hasUndrawnMarks(page, resolve),
  }
}

/** Whether letters of a PDF's first page are named by their numbers in a font that the file does not bring. */
export async function lacksLetters(bytes: Uint8Array): Promise<boolean> {
  const fonts = await openSourcePage(bytes).then(
    (source) => source?.fonts ?? [],
    // A file that this library cannot read may be drawn all the same.
    () => [],
  )
  return fonts.some(({ isComposite, isEmbedded }) => isComposite && !isEmbedded)
}
