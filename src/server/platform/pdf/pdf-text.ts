import { runPdfTask } from './untrusted/in-sandbox.ts'

/**
 * The text of a PDF's first ten pages; '' for a PDF without text, such as a scan. Null where it cannot be read within
 * the limits.
 */
export const readPdfText = (bytes: Uint8Array): Promise<string | null> => runPdfTask('pdfText', bytes)
