import { readPdf } from './first-page.ts'

const maxPages = 10
const maxCharacters = 100_000

/** The text of a PDF's first pages; '' where it has none, as a scan. null where it cannot be read. */
export const readPdfText = (bytes: Uint8Array): Promise<string | null> =>
  readPdf(bytes, (document) => {
    const pages = Array.from({ length: Math.min(document.getPageCount(), maxPages) }, (_, index) =>
      document.getPage(index).getText(),
    )
    return pages.join('\n').slice(0, maxCharacters)
  })
