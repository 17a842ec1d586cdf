import type { FastifyReply } from 'fastify'
import type { AsOf } from '#contract/endpoint.ts'
import type { ExportFormat } from '#contract/rules/export-formats.ts'
import type { Columns, Rows } from '../spreadsheet/columns.ts'
import { fileFormats } from '../spreadsheet/formats.ts'
import { sendChunks } from './send-pieces.ts'

interface Table<Row> {
  /** Of the file without its extension, plain ASCII. */
  name: string
  format: ExportFormat
  columns: Columns<Row>
  rows: Rows<Row>
  /** Of what was read from a replica; the file's name says it. */
  asOf?: AsOf | undefined
}

/** `new-2026-11-24-as-of-2026-11-24T17-03-04Z`. */
const nameWithAge = (name: string, asOf: AsOf | undefined): string =>
  asOf ? `${name}-as-of-${asOf.at.replaceAll(':', '-')}` : name

/**
 * Sends rows as a file while they are read. One that breaks off ends with its connection, never as a whole file: a browser
 * says that the download failed.
 */
export function sendTable<Row>(
  reply: FastifyReply,
  { name, format, columns, rows, asOf }: Table<Row>,
): FastifyReply {
  const { contentType, chunks } = fileFormats[format]
  reply
    .type(contentType)
    .header('content-disposition', `attachment; filename="${nameWithAge(name, asOf)}.${format}"`)
    .header('cache-control', 'no-store')
  return sendChunks(reply, chunks(columns, rows, name), rows)
}
