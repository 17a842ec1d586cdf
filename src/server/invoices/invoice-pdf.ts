import { createThread } from '#server/platform/thread.ts'
import type { Invoice } from './invoice.ts'

const inThread = createThread<typeof import('./render-invoice.ts')>(import.meta.url, 'render-invoice')

/** Draws the invoice as PDF; deterministic, so that a resend has the same bytes. */
export const drawInvoicePdf = async (invoice: Invoice): Promise<Buffer> =>
  Buffer.from(await inThread('renderInvoicePdf', invoice))
