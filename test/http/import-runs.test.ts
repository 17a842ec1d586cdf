import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import * as contract from '#contract/imports.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  finishFile,
  insertOrRestartFile,
  selectFileProgress,
  updateFileProgress,
} from '#server/intake/import/import-file.ts'
import { importFile, type ImportCounts } from '#server/intake/import/import-file.ts'
import { permutedOrderId } from '#server/intake/order-ids.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { isKillTrial } from '../support/kills.ts'
import { duringChange } from '../support/during-change.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames, testDataKeys } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

let folder: string

afterAll(async () => {
  await rm(folder, { recursive: true })
})
const app = useTestApp()
const admin = app.as('Admin')
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-import-'))
})

const ordersOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    landing_domain: 'arrival.old.example',
    email: `${name}.${index}@b.example`,
  }))

async function writeLines(name: string, lines: readonly (object | string)[]): Promise<string> {
  const path = join(folder, `${name}.ndjson`)
  await writeFile(
    path,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )
  return path
}

async function runImport(path: string, onProgress: (counts: ImportCounts) => void = () => {}) {
  const resumed: ImportCounts[] = []
  const refused: number[] = []
  const reporter = {
    resumed: (counts: ImportCounts) => void resumed.push(counts),
    refused: (line: number) => void refused.push(line),
    progress: onProgress,
  }
  const counts = await importFile(app.platform, path, reporter, `${path}.refused.csv`)
  return { counts, resumed, refused }
}

const readReport = (path: string) => readFile(`${path}.refused.csv`, 'utf8')
const reportOf = (...lines: number[]) =>
  ['line,reason', ...lines.map((line) => `${line},The line is not JSON.`), ''].join('\r\n')

/** How many orders of this name there are, by their e-mails; each should be there once. */
async function countOrders(name: string) {
  const { rows } = await sql<{ orders: number; emails: number }>`
    select count(*) as orders, count(distinct email) as emails from orders where email like ${`${name}.%`}
  `.execute(app.platform.db)
  return rows[0]
}

const hashOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest()

const readProgress = async (path: string) => {
  const sha256 = await hashOf(path)
  return app.platform.db
    .selectFrom('import_files')
    .selectAll()
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}

/** Lines with these numbers are not JSON. */
function withBadLines(orders: readonly object[], ...bad: number[]): (object | string)[] {
  const lines: (object | string)[] = [...orders]
  for (const line of bad) lines.splice(line - 1, 0, '{')
  return lines
}

test('an interrupted import continues, and its report has each refused line once (product §5)', async () => {
  const path = await writeLines('interrupted', withBadLines(ordersOf('interrupted', 1250), 7, 450, 750, 1200))
  const interrupted = runImport(path, () => {
    throw new Error('interrupted')
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  expect(await countOrders('interrupted')).toEqual({ orders: 498, emails: 498 })
  expect(await readReport(path)).toBe(reportOf(7, 450))
  // What a process has written whose transaction did not come to its end.
  await appendFile(`${path}.refused.csv`, '750,The line')

  const { counts, resumed, refused } = await runImport(path)
  expect(resumed).toEqual([{ imported: 498, known: 0, refused: 2 }])
  expect(refused).toEqual([750, 1200])
  expect(counts).toEqual({ imported: 1250, known: 0, refused: 4 })
  expect(await countOrders('interrupted')).toEqual({ orders: 1250, emails: 1250 })
  expect(await readReport(path)).toBe(reportOf(7, 450, 750, 1200))
})

test('an interrupted import without its report continues with a report of the remaining refused lines', async () => {
  const path = await writeLines('gone', withBadLines(ordersOf('gone', 600), 3, 550))
  const interrupted = runImport(path, () => {
    throw new Error('interrupted')
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  await rm(`${path}.refused.csv`)
  expect((await runImport(path)).counts).toEqual({ imported: 600, known: 0, refused: 2 })
  expect(await readReport(path)).toBe(reportOf(550))
})

test('a completed file is read again: no order is created twice, and the same lines are refused', async () => {
  const path = await writeLines('again', withBadLines(ordersOf('again', 30), 5))
  expect((await runImport(path)).counts).toEqual({ imported: 30, known: 0, refused: 1 })
  const again = await runImport(path)
  expect(again).toEqual({ counts: { imported: 0, known: 30, refused: 1 }, resumed: [], refused: [5] })
  expect(await countOrders('again')).toEqual({ orders: 30, emails: 30 })
  expect(await readReport(path)).toBe(reportOf(5))
})

test('a file without refused lines leaves no report', async () => {
  const path = await writeLines('clean', ordersOf('clean', 3))
  await runImport(path)
  await expect(stat(`${path}.refused.csv`)).rejects.toThrow('ENOENT')
})

test('the second of two concurrent imports of a file is refused', async () => {
  const path = await writeLines('both', ordersOf('both', 1200))
  const runs = await Promise.allSettled([runImport(path), runImport(path)])
  const done = runs.flatMap((run) => (run.status === 'fulfilled' ? [run.value.counts] : []))
  const told = runs.flatMap((run) => (run.status === 'rejected' ? [String(run.reason)] : []))
  expect(done).toEqual([{ imported: 1200, known: 0, refused: 0 }])
  expect(told).toEqual([expect.stringContaining(`Another import of both.ndjson is under way.`)])
  expect(await countOrders('both')).toEqual({ orders: 1200, emails: 1200 })
})

test('progress is kept for its file only, from its position, until its end', async () => {
  const [one, other] = ['one', 'other'].map((text) => createHash('sha256').update(text).digest())
  if (!one || !other) throw new Error('two hashes')
  const now = new Date()
  const file = { name: 'one.csv', by: 'Command line', now, isAnew: false }
  const at = (records: number) => ({ records, imported: records, known: 0, refused: 0, report_bytes: 0 })
  await inTransaction(app.platform.db, async (tx) => {
    await insertOrRestartFile(tx, { ...file, sha256: one })
    await insertOrRestartFile(tx, { ...file, sha256: other })
    expect(await updateFileProgress(tx, one, at(0), at(10))).toBe(true)
    expect(await selectFileProgress(tx, other)).toEqual(at(0))
    // Another import of it has come further.
    expect(await updateFileProgress(tx, one, at(0), at(5))).toBe(false)
    await insertOrRestartFile(tx, { ...file, sha256: one })
    expect(await selectFileProgress(tx, one)).toEqual(at(10))
    await finishFile(tx, one, now)
    expect(await updateFileProgress(tx, one, at(10), at(20))).toBe(false)
    expect(await updateFileProgress(tx, other, at(0), at(1))).toBe(true)
    await insertOrRestartFile(tx, { ...file, sha256: one })
    expect(await selectFileProgress(tx, one)).toEqual(at(0))
  })
})

test('an order whose id is taken during the insert is refused, and the others are imported', async () => {
  const [first, second, third] = ordersOf('raced', 3)
  const path = await writeLines('raced', [first ?? {}, { ...second, order_id: 710001 }, third ?? {}])
  const { counts, refused } = await duringChange(
    app,
    async (tx) => {
      const orderId = await createTestOrder(app)
      const { rows } = await sql<{ columns: string }>`
        select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
        where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped and attname <> 'order_id'
      `.execute(tx)
      const columns = sql.raw(rows[0]?.columns ?? '')
      await sql`insert into orders (order_id, ${columns}) select 710001, ${columns} from orders where order_id = ${orderId}`.execute(
        tx,
      )
    },
    () => runImport(path),
  )
  expect({ counts, refused }).toEqual({ counts: { imported: 2, known: 0, refused: 1 }, refused: [2] })
  expect(await readReport(path)).toBe('line,reason\r\n2,Order id 710001 is taken.\r\n')
})

test('a numbered order gets another id if the file contains that id', async () => {
  const { rows } = await sql<{ last: number }>`select last_value as last from order_ids`.execute(app.owner)
  const key = app.platform.seal.hash('order id permutation', '')
  const nextIds = Array.from({ length: 8 }, (_, index) =>
    permutedOrderId(key, (rows[0]?.last ?? 0) + 1 + index),
  )
  const orders = ordersOf('numbered', 8)
  const brought = [0, 2, 5, 7].map((index) => nextIds[index])
  const path = await writeLines('numbered', [
    ...orders.slice(0, 4),
    ...orders.slice(4).map((order, index) => ({ ...order, order_id: brought[index] })),
  ])
  expect((await runImport(path)).counts).toEqual({ imported: 8, known: 0, refused: 0 })
  expect(await countOrders('numbered')).toEqual({ orders: 8, emails: 8 })
})

const upload = (content: string | Buffer, name = 'sent.csv') =>
  new File([Uint8Array.from(Buffer.from(content))], name)
const bytesOfGunther = Buffer.from('Günther', 'latin1')

/** With the letters of windows-1252, a head that is no field, and a line without an e-mail. */
const sentSheet = Buffer.concat([
  Buffer.from(
    'order id;landing_domain;email;arrival_full_name;arrival_colour;process_status\r\n720001;a.example;sent.1@b.example;',
  ),
  bytesOfGunther,
  Buffer.from(';red;ChargeBack\r\n;a.example;sent.2@b.example;Wei;;\r\n;a.example;;Nobody;;\r\n'),
])

test('a sent file is shown before it is stored, then imported, listed and taken back (product §5)', async () => {
  const file = upload(sentSheet)
  const unread = await admin.call(contract.importOrders, { body: { act: 'preview' }, file })
  expect([unread.http, unread.body.message]).toEqual([
    400,
    expect.stringContaining('sent.csv is not UTF-8: line 2 has “G\uFFFDnther”'),
  ])
  expect(unread.body.message).toContain('“Günther” in windows-1252')

  const encoding = 'windows-1252'
  const shown = await admin.call(contract.importOrders, { body: { act: 'preview', encoding }, file })
  expect(shown.body.data).toMatchObject({
    result: null,
    preview: {
      format: 'CSV, windows-1252, separated by semicolons',
      records: 3,
      refused: 1,
      suspicious: ['column arrival_colour: no known field: kept and shown by its name'],
      firstRefused: [{ line: 4, reason: 'email is required.' }],
    },
  })
  const firstOrder = shown.body.data.preview?.firstRows[0]?.order
  expect(firstOrder).toContainEqual({ field: 'arrival_full_name', value: 'Günther' })
  expect(await countOrders('sent')).toEqual({ orders: 0, emails: 0 })

  const run = await admin.call(contract.importOrders, { body: { act: 'run', encoding }, file })
  expect(run.body.data.result).toMatchObject({
    imported: 2,
    known: 0,
    refused: 1,
    refusedLines: [{ line: 4 }],
  })
  expect(await admin.order(720001)).toMatchObject({ arrival_full_name: 'Günther', arrival_colour: 'red' })
  const again = await admin.call(contract.importOrders, { body: { act: 'run', encoding }, file })
  expect(again.body.data.result).toMatchObject({ imported: 0, known: 2, refusedLines: [{ line: 4 }] })

  const { id } = run.body.data
  const listed = async () => (await admin.call(contract.listImports)).body.data.filter((it) => it.id === id)
  expect(await listed()).toMatchObject([
    { name: 'sent.csv', by: memberNames.Admin, finished_at: expect.any(String), has_orders: true },
  ])
  const back = await admin.call(contract.importOrders, { body: { act: 'take back', id }, file: null })
  expect(back.body.message).toBe('2 orders are taken back.')
  expect(await countOrders('sent')).toEqual({ orders: 0, emails: 0 })
  expect(await listed()).toEqual([])
  const second = await admin.call(contract.importOrders, { body: { act: 'take back', id }, file: null })
  expect(second.http).toBe(404)

  const audited = await app.platform.db
    .selectFrom('audit_events')
    .select(['action', 'actor', sql<string>`details ->> 'name'`.as('name')])
    .where(sql`details ->> 'sha256'`, '=', id)
    .orderBy('id')
    .execute()
  expect(audited).toEqual(
    ['file imported', 'file imported', 'import taken back'].map((action) => ({
      action,
      actor: memberNames.Admin,
      name: 'sent.csv',
    })),
  )
})

const head = 'landing_domain,email\n'
const unreadable: Record<string, { file: File | null; says: string }> = {
  'no file': { file: null, says: 'File is required' },
  'an empty file': { file: upload(''), says: 'sent.csv has no head' },
  'a workbook': { file: upload('PK\x03\x04'), says: 'is a workbook of a spreadsheet' },
  'a JSON list': { file: upload('[{}]', 'sent.json'), says: 'is one JSON list' },
  'a head of 60,000 columns': { file: upload(','.repeat(60_000)), says: 'has no head' },
  'more lines than 20 MB of orders have': {
    file: upload(head + 'a\n'.repeat(300_000)),
    says: 'sent.csv has more than 250,000 lines: split it.',
  },
  'more than 20 MB': {
    file: upload(Buffer.alloc(20 * 1024 * 1024 + 1)),
    says: 'The file is larger than 20 MB.',
  },
}

test.each(Object.entries(unreadable))(
  '%s is refused in words, and the server goes on',
  async (_name, { file, says }) => {
    const { http, body } = await admin.call(contract.importOrders, { body: { act: 'run' }, file })
    expect(body.message).toContain(says)
    expect(http).toBe(says.includes('20 MB') ? 413 : 400)
  },
)

test('lists nested without end are refused as lines', async () => {
  const nested = `{"email":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  const file = upload(`${nested}\n{"landing_domain":"a.example","email":"nested.1@b.example"}`, 'sent.ndjson')
  const { body } = await admin.call(contract.importOrders, { body: { act: 'run' }, file })
  expect(body.data.result).toMatchObject({
    imported: 1,
    refused: 1,
    refusedLines: [{ line: 1, reason: 'email is nested too deep.' }],
  })
})

/** Runs the command, and kills it once so many records are noted. */
async function killImportAt(path: string, records: number): Promise<void> {
  const child = spawn(process.execPath, ['dist/server/cli.js', 'import', path], {
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: app.serverUrl,
      DATA_DIR: app.dataDir,
      DATA_KEYS: testDataKeys,
    },
    stdio: 'ignore',
  })
  const closed = once(child, 'close')
  while (child.exitCode === null && ((await readProgress(path))?.records ?? 0) < records) await pause(5)
  child.kill('SIGKILL')
  const [code] = await closed
  expect(code).toBeNull()
}

if (isKillTrial)
  test('an import that is killed twice imports every order once', async () => {
    const bad = [10, 2500, 4500, 7000]
    const path = await writeLines('killed', withBadLines(ordersOf('killed', 8000), ...bad))
    await killImportAt(path, 1)
    const first = (await readProgress(path))?.records ?? 0
    await killImportAt(path, first + 1)
    const second = (await readProgress(path))?.records ?? 0
    expect(second).toBeGreaterThan(first)
    expect(second).toBeLessThan(8004)

    const { counts, resumed, refused } = await runImport(path)
    expect(resumed.map(({ imported, refused: lines }) => imported + lines)).toEqual([second])
    expect(refused).toEqual(bad.filter((line) => line > second))
    expect(counts).toEqual({ imported: 8000, known: 0, refused: 4 })
    expect(await countOrders('killed')).toEqual({ orders: 8000, emails: 8000 })
    expect(await readReport(path)).toBe(reportOf(...bad))
  })
