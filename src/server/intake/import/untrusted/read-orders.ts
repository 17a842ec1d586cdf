import { deflateSync } from 'node:zlib'
import type { ImportPreview } from '#contract/imports.ts'
import { refuse, RefusalError } from '#server/platform/refusal.ts'
import type { ImportFile } from '../decode-file.ts'
import { previewFile } from '../preview-file.ts'
import { detectFormat, type FileRecord } from '../read-records.ts'

/** Records of a batch, so few that storing it delays no other request. */
const batchSize = 50
/** More than 20 MB of orders have. */
const maxLines = 250_000
const chunkBytes = 64 * 1024

export interface OrdersRequest {
  name: string
  bytes: Uint8Array
  encoding: string | undefined
  now: Date
  /** Whether the records are wanted, beside the preview. */
  keepsRecords: boolean
}

export type OrdersRead =
  | { refusal: string }
  | {
      preview: ImportPreview
      /** Each the JSON of some records, deflated: they repeat the names of their fields. */
      batches: Uint8Array[]
    }

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}

const lineEnds = ['\n', '\r'].map((end) => end.charCodeAt(0))
/** Counts bytes, before any of them is decoded. */
const hasTooManyLines = (bytes: Uint8Array): boolean =>
  lineEnds.some((end) => {
    let lines = 0
    for (let at = bytes.indexOf(end); at >= 0 && lines <= maxLines; at = bytes.indexOf(end, at + 1))
      lines += 1
    return lines > maxLines
  })

/** A file that was sent as an import reads it, with the records checked. */
export async function readOrders(request: OrdersRequest): Promise<OrdersRead> {
  const { name, bytes, encoding, now, keepsRecords } = request
  const file: ImportFile = {
    name,
    async *open() {
      yield* chunksOf(bytes)
    },
  }
  const batches: Uint8Array[] = []
  let records: FileRecord[] = []
  const close = () => {
    if (records.length > 0) batches.push(deflateSync(JSON.stringify(records)))
    records = []
  }
  const keep = (record: FileRecord) => {
    records.push(record)
    if (records.length === batchSize) close()
  }
  try {
    if (hasTooManyLines(bytes))
      refuse('invalid', `${name} has more than ${maxLines.toLocaleString('en')} lines: split it.`)
    const format = await detectFormat(file, encoding)
    const preview = await previewFile(file, format, now, keepsRecords ? keep : undefined)
    close()
    return { preview, batches }
  } catch (error) {
    if (error instanceof RefusalError) return { refusal: error.message }
    throw error
  }
}
