import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import * as z from 'zod/mini'
import * as contract from '#contract/imports.ts'
import { maxListedRefusals, type RefusedLine } from '#contract/imports.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import { auditContext } from '#server/audit/audit.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { handle, implement, read } from '#server/platform/http/implement.ts'
import type { Upload } from '#server/platform/http/multipart.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call } from '#server/platform/work.ts'
import { importOrders } from './import-file.ts'
import { takeBackFile } from './take-back.ts'
import { runImportTask } from './untrusted/in-sandbox.ts'
import type { OrdersRead } from './untrusted/read-orders.ts'

const fileRecords = z.array(
  z.union([
    z.strictObject({ line: z.number(), json: z.string() }),
    z.strictObject({ line: z.number(), reason: z.string() }),
  ]),
)
const maxBatchBytes = 64 * 1024 * 1024

type ReadFile = Exclude<OrdersRead, { refusal: string }>

async function readFile(
  { now }: Call,
  { name, bytes }: Upload,
  encoding: string | undefined,
  keepsRecords: boolean,
): Promise<ReadFile> {
  const orders = await runImportTask('readOrders', { name, bytes, encoding, now, keepsRecords })
  if (!orders)
    return refuse('invalid', `${name} holds too much to be read at once: split it into several files.`)
  return 'refusal' in orders ? refuse('invalid', orders.refusal) : orders
}

async function* recordsOf({ preview, batches }: ReadFile) {
  let done = 0
  for (const batch of batches) {
    const text = inflateSync(batch, { maxOutputLength: maxBatchBytes }).toString()
    const records = fileRecords.parse(JSON.parse(text))
    done += records.length
    yield { records, share: done / preview.records }
  }
}

/** Stores the orders of a file that was sent; always from its beginning, so that each refused line is told. */
async function runImport(call: Call, file: Upload, encoding: string | undefined, sha256: Buffer) {
  const orders = await readFile(call, file, encoding, true)
  const refusedLines: RefusedLine[] = []
  const counts = await importOrders(call, {
    name: file.name,
    sha256,
    batches: () => recordsOf(orders),
    reporter: {
      resumed: () => {},
      refused: (line, reason) => {
        if (refusedLines.length < maxListedRefusals) refusedLines.push({ line, reason })
      },
      progress: () => {},
    },
    auditContext: (tx, now) => auditContext({ ...call, tx, now }),
    confirm: call.confirm,
  })
  return { ...counts, refusedLines }
}

async function takeBack(call: Call, id: string): Promise<string> {
  const sha256 = Buffer.from(id, 'hex')
  const orders = await inTransaction(call.db, async (tx) => {
    const name = await selectName(tx, sha256)
    return takeBackFile(auditContext({ ...call, tx }), name, sha256)
  })
  return `${orders === 1 ? '1 order is' : `${orders.toLocaleString('en')} orders are`} taken back.`
}

const maxNameLength = 200

export const importCalls = implement(contract, {
  listImports: read(async ({ tx }) => {
    const files = await selectImports(tx)
    const data = files.map(({ sha256, started_at, finished_at, ...file }) => ({
      ...file,
      id: sha256.toString('hex'),
      started_at: wireInstant(started_at),
      finished_at: finished_at && wireInstant(finished_at),
    }))
    return { data }
  }),
  /** Nothing of a previewed file is kept. */
  importOrders: handle(async (call, { body: { act, encoding, id }, file: upload }) => {
    if (act === 'take back') {
      if (!id) return refuse('invalid', 'Please choose an import.')
      return { message: await takeBack(call, id), data: { id, preview: null, result: null } }
    }
    if (!upload) return refuse('invalid', 'File is required', { errors: { file: 'File is required' } })
    const file = { ...upload, name: upload.name.slice(0, maxNameLength) }
    const sha256 = createHash('sha256').update(file.bytes).digest()
    const isPreview = act === 'preview'
    return {
      data: {
        id: sha256.toString('hex'),
        preview: isPreview ? (await readFile(call, file, encoding, false)).preview : null,
        result: isPreview ? null : await runImport(call, file, encoding, sha256),
      },
    }
  }),
})

const listedImports = 20

const selectImports = (tx: Tx) =>
  tx
    .selectFrom('import_files as f')
    .select(['sha256', 'name', 'imported_by as by', 'started_at', 'finished_at'])
    .select(['records', 'imported', 'known', 'refused'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('imported_orders as o').select('o.order_id').whereRef('o.sha256', '=', 'f.sha256'))
        .$castTo<boolean>()
        .as('has_orders'),
    )
    .orderBy('started_at', 'desc')
    .orderBy('sha256')
    .limit(listedImports)
    .execute()

async function selectName(tx: Tx, sha256: Buffer): Promise<string> {
  const file = await tx
    .selectFrom('import_files')
    .select('name')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return file?.name ?? ''
}
