import type { PDFiumDocument } from '@hyzyla/pdfium'
import { readPdf } from './first-page.ts'

const maxPages = 10
const maxCharacters = 100_000

/** The text of an open PDF's first pages; '' for one without text, such as a scan. */
export function textOfPdf(document: PDFiumDocument): string {
  const pages = Array.from({ length: Math.min(document.getPageCount(), maxPages) }, (_, index) =>
    document.getPage(index).getText(),
  )
  return pages.join('\n').slice(0, maxCharacters)
}

/** The same for a file; null where it cannot be read. */
export const readPdfText = (bytes: Uint8Array): Promise<string | null> => readPdf(bytes, textOfPdf)
