import type { PDFiumDocument } from '@hyzyla/pdfium'
import { readPdf } from './first-page.ts'

const maxPages = 10
const maxCharacters = 100_000

export function textOfPdf(document: PDFiumDocument): string {
  const pages = Array.from({ length: Math.min(document.getPageCount(), maxPages) }, (_, index) =>
    document.getPage(index).getText(),
  )
  return pages.join('\n').slice(0, maxCharacters)
}

export const readPdfText = (bytes: Uint8Array): Promise<string | null> => readPdf(bytes, textOfPdf)
