import * as z from 'zod/mini'
import { openingFaults } from '#contract/rules/document-faults.ts'
import { createSandbox, type Results } from '../../sandbox/sandbox.ts'
import type { tasks } from './tasks.ts'

const hexSignatures = {
  jpeg: /^ffd8ff/,
  pdf: /^255044462d/,
  png: /^89504e470d0a1a0a/,
  webp: /^52494646.{8}57454250/,
}
const signatureBytes = 12

const startsLike = (bytes: Uint8Array, format: keyof typeof hexSignatures) =>
  hexSignatures[format].test(Buffer.from(bytes.subarray(0, signatureBytes)).toString('hex'))

const bytesOf = (...formats: (keyof typeof hexSignatures)[]) =>
  z.custom<Uint8Array>(
    (value) => value instanceof Uint8Array && formats.some((format) => startsLike(value, format)),
  )

const pixels = z.int().check(z.positive(), z.maximum(10_000))
const text = (maxCharacters: number) => z.string().check(z.maxLength(maxCharacters))

const results: Results<typeof tasks> = {
  embedFirstPage: z.nullable(bytesOf('pdf')),
  greyPicture: z.nullable(z.object({ bytes: bytesOf('jpeg', 'png'), width: pixels, height: pixels })),
  document: z.object({
    fault: z.nullable(z.enum(openingFaults)),
    pages: z.int().check(z.nonnegative()),
    text: z.nullable(text(100_000)),
    preview: z.nullable(bytesOf('webp')),
    // The largest code holds 7,089 digits.
    qrText: z.nullable(text(8000)),
  }),
}

/**
 * Runs a task on an uploaded file in a separate process; null where it fails or exceeds the limits. `runPdfTaskOnEach`
 * runs it on several PDFs in turn in one process. At most two files are open at once: one holder has one process, and
 * what runs in the background is a holder too.
 */
export const {
  run: runPdfTask,
  runEach: runPdfTaskOnEach,
  findConfinement: findPdfConfinement,
} = createSandbox<typeof tasks>(
  import.meta.url,
  {
    entry: 'pdf-sandbox',
    maxCpuMs: 6000,
    timeoutMs: 60_000,
    heapMb: 256,
    maxResidentMb: 1024,
    maxResultBytes: 64 * 1024 * 1024,
    concurrency: 2,
  },
  results,
)
