import type { FastifyReply } from 'fastify'
import { csvChunks, type CsvColumns } from '../csv.ts'
import { sendChunks } from './send-pieces.ts'

/** Sends rows as a CSV file while they are read. `name` without its extension, plain ASCII. */
export function sendCsv<Row>(
  reply: FastifyReply,
  name: string,
  columns: CsvColumns<Row>,
  rows: AsyncIterable<Row> | Iterable<Row>,
): FastifyReply {
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'no-store')
  return sendChunks(reply, csvChunks(columns, rows), rows)
}
