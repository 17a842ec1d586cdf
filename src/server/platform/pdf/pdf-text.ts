import { runPdfTask } from './untrusted/in-sandbox.ts'

/** The text of a PDF's first ten pages; '' where it has none, as a scan. null where it cannot be read within the limits. */
export const readPdfText = (bytes: Uint8Array): Promise<string | null> => runPdfTask('pdfText', bytes)
