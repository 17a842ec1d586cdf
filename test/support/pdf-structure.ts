import { PDF, PdfArray, PdfDict, PdfRef, PdfStream } from '@libpdf/core'

type Resolve = (value: unknown) => unknown

const token =
  /\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)|<<|>>|<[\da-fA-F\s]*>|[[\]]|\/[^\s()<>[\]{}/%]*|%[^\r\n]*|[^\s()<>[\]{}/%]+/g
const inlineImage = /\bBI\b[\s\S]*?\bID\s[\s\S]*?\sEI\b/g
const operand = /^(?:[+-]?[\d.]+|true|false|null|[([</\]>].*)$/s
const operators = new Set(
  `b B b* B* BDC BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f F f* G g gs h i j J K k l M m MP n q Q re RG rg ri
   s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "`.split(/\s+/),
)
/** Operators in pairs. */
const ends: Readonly<Record<string, string>> = { Q: 'q', ET: 'BT', EMC: 'marked content' }
const starts: Readonly<Record<string, string>> = {
  q: 'q',
  BT: 'BT',
  BMC: 'marked content',
  BDC: 'marked content',
}
/** The kind of resource that an operator's name means. */
const resourceKinds: Readonly<Record<string, string>> = {
  Do: 'XObject',
  Tf: 'Font',
  gs: 'ExtGState',
  sh: 'Shading',
  scn: 'Pattern',
  SCN: 'Pattern',
}

/** What is wrong with a content stream and its resources (PDF 32000-1, 7.8); the forms that it draws are checked too. */
function faultsIn(content: string, resources: PdfDict | undefined, resolve: Resolve): string[] {
  const faults: string[] = []
  const open: string[] = []
  let operands: string[] = []
  for (const [text] of content.replaceAll(inlineImage, '').matchAll(token)) {
    if (text.startsWith('%')) continue
    if (operand.test(text)) {
      operands.push(text)
      continue
    }
    if (!operators.has(text)) faults.push(`${text} is no operator`)
    if ((text === 'BMC' || text === 'BDC') && !operands[0]?.startsWith('/'))
      faults.push(`${text} of ${operands[0] ?? 'nothing'}, which is no name`)
    const start = starts[text]
    if (start) open.push(start)
    const end = ends[text]
    if (end && open.pop() !== end) faults.push(`${text} without its beginning`)
    const name = operands.findLast((it) => it.startsWith('/'))
    const kind = resourceKinds[text]
    if (kind && name) {
      const known = resolve(resources?.get(kind))
      const found = known instanceof PdfDict ? resolve(known.get(name.slice(1))) : undefined
      if (!found) faults.push(`${kind} ${name} is missing`)
      if (found instanceof PdfStream && found.getName('Subtype')?.value === 'Form') {
        const own = resolve(found.get('Resources'))
        faults.push(...faultsIn(textOf(found), own instanceof PdfDict ? own : resources, resolve))
      }
    }
    operands = []
  }
  if (open.length > 0) faults.push(`${open.join(', ')} without an end`)
  if (operands.length > 0) faults.push(`${operands.join(' ')} without an operator`)
  return faults
}

const textOf = (stream: PdfStream) => Buffer.from(stream.getDecodedData()).toString('latin1')

/** What is wrong with the structure of each page, after its number; no reader is asked, since readers forgive. */
export async function structureFaults(bytes: Uint8Array): Promise<string[]> {
  const document = await PDF.load(bytes)
  const resolve: Resolve = (value) => (value instanceof PdfRef ? document.getObject(value) : value)
  return document.getPages().flatMap(({ dict }, index) => {
    const contents = resolve(dict.get('Contents'))
    const streams = contents instanceof PdfArray ? [...contents].map(resolve) : [contents]
    const content = streams.map((it) => (it instanceof PdfStream ? textOf(it) : '')).join('\n')
    const resources = resolve(dict.get('Resources'))
    const faults = faultsIn(content, resources instanceof PdfDict ? resources : undefined, resolve)
    return faults.map((fault) => `page ${index + 1}: ${fault}`)
  })
}
