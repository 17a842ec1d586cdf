import type { FastifyReply } from 'fastify'
import type { AsOf } from '#contract/endpoint.ts'
import type { ExportFormat } from '#contract/rules/export-formats.ts'
import type { Columns, Rows } from '../spreadsheet/columns.ts'
import { fileFormats } from '../spreadsheet/formats.ts'
import { sendChunks } from './send-pieces.ts'

interface Table<Row> {
  /** Without extension, plain ASCII. */
  name: string
  format: ExportFormat
  columns: Columns<Row>
  rows: Rows<Row>
  /** For rows of a replica; appears in the file's name. */
  asOf?: AsOf | undefined
}

const nameWithAge = (name: string, asOf: AsOf | undefined): string =>
  asOf ? `${name}-as-of-${asOf.at.replaceAll(':', '-')}` : name

/**
 * Sends rows as a file while they are read. An interrupted file ends with its connection, so that the browser reports a
 * failed download.
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
