import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { csvPieces, type CsvColumns } from '../csv.ts'

/** ms */
const readerPatience = 60_000

/** Sends rows as a CSV file while they are read. `name` without its extension, plain ASCII. */
export function sendCsv<Row>(
  reply: FastifyReply,
  name: string,
  columns: CsvColumns<Row>,
  rows: AsyncIterable<Row> | Iterable<Row>,
): FastifyReply {
  // A reader who takes nothing more would hold a connection to the database for ever.
  reply.raw.setTimeout(readerPatience, () => reply.raw.destroy())
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(csvPieces(columns, rows)))
}
