import * as z from 'zod/mini'
import { nullableText, textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'

/** Encodings in which spreadsheets save CSV, by language: labels of the WHATWG Encoding Standard. */
export const spreadsheetEncodings = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1258',
  'windows-874',
  'shift_jis',
  'gbk',
  'big5',
  'euc-kr',
  'macintosh',
] as const

/** Refused lines that an answer lists; the count has no limit. */
export const maxListedRefusals = 10_000

const refusedLine = z.object({ line: z.number(), reason: z.string() })
export type RefusedLine = z.infer<typeof refusedLine>

/** What an import of a file would do. */
export const importPreview = z.object({
  /** `CSV, windows-1252, separated by semicolons` */
  format: z.string(),
  columns: z.array(z.object({ head: z.string(), becomes: z.string() })),
  firstRows: z.array(
    z.object({ line: z.number(), order: z.array(z.object({ field: z.string(), value: z.string() })) }),
  ),
  records: z.number(),
  refused: z.number(),
  firstRefused: z.array(refusedLine),
  /** With the first line and the number of the others. */
  suspicious: z.array(z.string()),
})
export type ImportPreview = z.infer<typeof importPreview>

const invalidImport = 'The import is not valid.'

export const importOrders = endpoint({
  method: 'POST',
  path: '/admin/import',
  summary:
    'What an import of a file would do (act=preview), its import (run), or the removal of its orders (take back)',
  allow: 'importOrders',
  body: z.strictObject({
    act: z.enum(['preview', 'run', 'take back'], 'act is preview, run or take back.'),
    /** Of the file; without it UTF-8 or UTF-16. */
    encoding: z.optional(z.enum(spreadsheetEncodings, 'Unknown encoding.')),
    /** Of the import to be taken back. */
    id: z.optional(z.string().check(z.maxLength(textLimits.line), z.regex(/^[0-9a-f]{64}$/, invalidImport))),
  }),
  file: 'file',
  isFileOptional: true,
  reply: z.object({
    data: z.object({
      id: z.string(),
      preview: z.nullable(importPreview),
      result: z.nullable(
        z.object({
          imported: z.number(),
          /** Lines that an earlier run or an earlier line imported. */
          known: z.number(),
          refused: z.number(),
          refusedLines: z.array(refusedLine),
        }),
      ),
    }),
  }),
})
export type ImportResult = NonNullable<z.infer<(typeof importOrders)['reply']>['data']['result']>

const importedFile = z.object({
  /** SHA-256 of what the file contains, in hex. */
  id: z.string(),
  name: z.string(),
  by: z.string(),
  started_at: z.string(),
  /** Null for an import that is under way, or was interrupted. */
  finished_at: nullableText,
  /** Lines that are done. */
  records: z.number(),
  imported: z.number(),
  known: z.number(),
  refused: z.number(),
  /** Whether there are orders to take back. */
  has_orders: z.boolean(),
})
export type ImportedFile = z.infer<typeof importedFile>

export const listImports = endpoint({
  method: 'GET',
  path: '/admin/import',
  summary: 'The files that were imported last, the newest first, and how far they are',
  allow: 'importOrders',
  reply: z.object({ data: z.array(importedFile) }),
})
