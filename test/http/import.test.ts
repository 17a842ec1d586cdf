import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activeGateway } from '#contract/intake.ts'
import { folderCounts, listOrders } from '#contract/orders.ts'
import { addRemark } from '#contract/remarks.ts'
import { trackOrder } from '#contract/visitor.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { importFile, type ImportCounts } from '#server/intake/import/import-file.ts'
import {
  insertFormerMember,
  selectExistingOrderIds,
  selectImportedKeys,
  selectMembersByName,
} from '#server/intake/import/import-batch.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { duringChange } from '../support/during-change.ts'
import { createTestOrder } from '../support/orders.ts'
import { memberNames, testDataKeys } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const now = new Date('2026-11-20T05:00:00Z')
let folder: string

afterAll(async () => {
  await rm(folder, { recursive: true })
})
const app = useTestApp({ clock: () => now })
const admin = app.as('Admin')
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-import-'))
})

const ndjson = (...lines: (object | string)[]) =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')

async function runImport(name: string, text: string): Promise<ImportCounts & { reasons: string[] }> {
  const path = join(folder, name)
  await writeFile(path, text)
  const reasons: string[] = []
  const tally = await importFile(
    app.platform,
    path,
    {
      refused: (line, reason) => reasons.push(`${line}: ${reason}`),
      resumed: () => {},
      progress: () => {},
    },
    `${path}.refused.csv`,
  )
  return { ...tally, reasons }
}

const loadTotal = async () =>
  Number((await admin.call(folderCounts, { query: {} })).body.data['allOrdersCount'])
const loadQueueIds = async (orderName: QueueName) => {
  const { body } = await admin.call(listOrders, { params: { orderName }, query: { limit: 500 } })
  return body.data.map((row) => row.order_id)
}

const anOldOrder = {
  order_id: 700001,
  landing_domain: 'arrival.old.example',
  arrival_full_name: 'Kâzım Öztürk',
  arrival_email: 'kazim@example.com',
  arrival_nationality: 'TUR',
  arrival_doa: '2024-03-09',
  process_status: 'Completed',
  created_at: '2024-02-01T10:00:00+07:00',
  processing_date: '2024-03-06T02:03:04Z',
  processed_by: 'Bambang, who left',
  refund_date: '2024-04-01T00:00:00Z',
  assign_to: 'bambang, WHO left ',
  remark: [
    {
      order_id: 700001,
      us_date: '02-29-2024',
      us_time: '20:14:05',
      remark_name: memberNames.Team,
      remark: 'Spoke to him',
      whatsapp: 'Y',
      telephone: '',
      status_refund: '',
      voided: '',
      chargeback: '',
      report_error: '',
    },
    { us_date: '03-01-2024', us_time: '08:00:00', remark_name: 'Nobody Known', remark: 'Sent again' },
  ],
}

test('an imported order has its history: status, dates, members and remarks', async () => {
  expect(await runImport('one.ndjson', ndjson(anOldOrder))).toEqual({
    imported: 1,
    known: 0,
    refused: 0,
    reasons: [],
  })
  const details = await admin.order(700001)
  expect(details).toMatchObject({
    process_status: 'Completed',
    processing_mode: 'future',
    process_month: '2024-03',
    created_at: '2024-02-01T03:00:00Z',
    processing_date: '2024-03-06T02:03:04Z',
    processed_by: 'bambang, WHO left',
    refund_date: '2024-04-01T00:00:00Z',
    assign_to: 'bambang, WHO left',
  })
  expect(details.remark).toMatchObject([
    { us_date: '03-01-2024', us_time: '08:00:00', remark_name: 'Nobody Known', whatsapp: '' },
    { us_date: '02-29-2024', us_time: '20:14:05', remark_name: memberNames.Team, whatsapp: 'Y' },
  ])
  expect(details.events).toMatchObject([
    { at: expect.stringMatching('^2024-02-01T03:00:00'), by: 'import', action: 'created' },
  ])

  const former = await app.platform.db
    .selectFrom('members')
    .select(['email', 'password_hash', 'removed_at'])
    .where('name', 'ilike', 'bambang%')
    .execute()
  expect(former).toEqual([{ email: null, password_hash: null, removed_at: now }])
})

test('an imported New order keeps its assignee, or has none if the member is unknown', async () => {
  const order = { landing_domain: 'departure.old.example', departure_full_name: 'A', email: 'a@b.example' }
  await runImport(
    'assigned.ndjson',
    ndjson(
      { ...order, order_id: 700011, assign_to: memberNames.Telecaller.toUpperCase() },
      { ...order, order_id: 700012, assign_to: 'Someone Else' },
      { ...order, order_id: 700013, assign_to: anOldOrder.processed_by },
    ),
  )
  expect(await loadQueueIds('pendingOrder')).toEqual([700011])
  expect((await admin.order(700011)).assign_to).toBe(memberNames.Telecaller)
  expect(await loadQueueIds('newOrder')).toEqual([700013, 700012])
  expect((await admin.order(700012)).events[0]?.details).toMatchObject({ assign_to: 'Someone Else' })
})

test('statuses are accepted in stored and displayed form', async () => {
  const words = [
    'AwaitingGovt',
    'Awaiting Customer',
    'awaiting response',
    'Completed Refunds',
    'ChargeBack',
    'Deleted',
  ]
  const lines = words.map((process_status, at) => ({
    landing_domain: 'arrival.old.example',
    email: `status${at}@b.example`,
    order_id: 700020 + at,
    process_status,
  }))
  await runImport('statuses.ndjson', ndjson(...lines))
  const statuses = await Promise.all(
    lines.map(async (line) => (await admin.order(line.order_id)).process_status),
  )
  expect(statuses).toEqual(['AwaitingGovt', 'Awaiting', 'Awaiting', 'Refunds', 'ChargeBack', 'Deleted'])
  expect((await admin.order(700024)).disputes).toMatchObject([{ stage: 'chargeback', due_at: null }])
})

const siteFields = { landing_domain: 'arrival.old.example', arrival_doa: '2024-05-01' }
const ordersWithoutIds = ndjson(
  { ...siteFields, email: 'first@b.example', amount: 12.5 },
  '',
  { ...siteFields, email: 'second@b.example', arrival_city: 'line\u2028separator' },
  { order_id: 700031, ...siteFields, email: 'third@b.example' },
)

test('a second import creates no duplicates, whatever the order of fields', async () => {
  expect(await runImport('twice.ndjson', ordersWithoutIds)).toMatchObject({
    imported: 3,
    known: 0,
    refused: 0,
  })
  const before = await loadTotal()
  const turned = ordersWithoutIds
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Object.fromEntries(Object.entries(JSON.parse(line) as object).toReversed()))
  expect(await runImport('again.jsonl', ndjson(...turned))).toMatchObject({
    imported: 0,
    known: 3,
    refused: 0,
  })
  expect(await loadTotal()).toBe(before)
})

test('two concurrent imports create each order once', async () => {
  const before = await loadTotal()
  const lines = Array.from({ length: 1200 }, (_, at) => ({ ...siteFields, email: `many${at}@b.example` }))
  const [one, two] = await Promise.all([
    runImport('left.ndjson', ndjson(...lines)),
    runImport('right.ndjson', ndjson(...lines.toReversed())),
  ])
  expect(one.imported + two.imported).toBe(1200)
  expect(one.known + two.known).toBe(1200)
  expect(await loadTotal()).toBe(before + 1200)
})

test('an import that waits for another reuses the former member added by it', async () => {
  const name = 'Left Long Ago'
  const order = {
    ...siteFields,
    email: 'late@b.example',
    order_id: 700071,
    process_status: 'Completed',
    processed_by: name,
  }
  const waited = await duringChange(
    app,
    async (tx) => {
      await lockByName(tx, 'import')
      await insertFormerMember(tx, name, now)
    },
    () => runImport('waiting.ndjson', ndjson(order)),
  )
  expect(waited).toMatchObject({ imported: 1, reasons: [] })
  const members = app.platform.db.selectFrom('members').select('id').where('name', '=', name)
  expect(await members.execute()).toHaveLength(1)
})

test('the lookups of an import return only the requested rows', async () => {
  const { db } = app.platform
  const answer = { body_hash: Buffer.alloc(32), created_at: now }
  const keys = [
    { owner: 'import', key: 'asked' },
    { owner: 'import', key: 'other' },
    { owner: 'site', key: 'asked' },
  ]
  await db
    .insertInto('idempotency_keys')
    .values(keys.map((key) => ({ ...key, ...answer })))
    .execute()
  const orderId = await createTestOrder(app)
  await app.addMember('Came Back', 'Team')
  await inTransaction(db, async (tx) => {
    expect(await selectImportedKeys(tx, 'import', ['asked'])).toEqual([
      { key: 'asked', body_hash: answer.body_hash },
    ])
    expect(await selectExistingOrderIds(tx, [orderId, 999_999])).toEqual([orderId])
    await tx
      .updateTable('members')
      .set({ removed_at: now, email: null })
      .where('name', '=', 'Came Back')
      .execute()
  })
  const { id } = await app.addMember('Came Back', 'Team')
  expect(await inTransaction(db, (tx) => selectMembersByName(tx, [' came BACK']))).toEqual([
    { asked: ' came BACK', id, active: true },
  ])
})

const csvCell = (text: string) => `"${text.replaceAll('"', '""')}"`
const csv = (separator: string) =>
  [
    ['order_id', 'landing_domain', 'email', 'arrival_full_name', 'process_status', 'familyMember', 'remark'],
    [
      '700041',
      'arrival.old.example',
      'csv@b.example',
      csvCell('Zoë "Zo"\nvan der Berg; Jr, III'),
      'Customer Called',
      csvCell(JSON.stringify([{ family_member_name: 'Bas' }])),
      csvCell(
        JSON.stringify([{ us_date: '01-02-2024', us_time: '03:04:05', remark_name: 'X', remark: 'Called' }]),
      ),
    ],
    ['', 'arrival.old.example', 'plain@b.example', '', '', '', ''],
    ['700043', 'arrival.old.example', 'broken@b.example', '', '', csvCell('[{'), ''],
    ['700044', 'arrival.old.example', 'too', 'many', '', '', '', 'cells'],
  ]
    .map((row) => row.join(separator))
    .join('\r\n')

test.each([
  ['commas', ','],
  ['semicolons', ';'],
])('CSV with %s imports the same orders, with lists as JSON in cells', async (name, separator) => {
  const first = name === 'commas'
  const { reasons, ...tally } = await runImport(`${name}.csv`, `\uFEFF${csv(separator)}`)
  expect(tally).toEqual({ imported: first ? 2 : 0, known: first ? 0 : 2, refused: 2 })
  expect(reasons).toContain('5: familyMember is not JSON.')
  expect(reasons).toContain('6: Column 8 has no head, and holds “cells”.')
  const details = await admin.order(700041)
  expect(details).toMatchObject({
    arrival_full_name: 'Zoë "Zo"\nvan der Berg; Jr, III',
    process_status: 'Customer Called',
    familyMember: [{ family_member_name: 'Bas' }],
    remark: [{ remark: 'Called', us_time: '03:04:05' }],
  })
})

test('each refused line is reported with its number and reason, and the others are imported (product §5)', async () => {
  const taken = await createTestOrder(app)
  const { reasons, ...tally } = await runImport(
    'refused.ndjson',
    ndjson(
      { ...siteFields, email: 'good@b.example' },
      '{"landing_domain": ',
      { ...siteFields, email: 'x@b.example', process_status: 'Lost' },
      { ...siteFields, email: 'x@b.example', arrival_doa: '1-5-24', colour: 'red' },
      { ...siteFields, email: 'x@b.example', order_id: taken },
      { ...anOldOrder, arrival_full_name: 'Somebody else' },
      { ...siteFields, email: 'x@b.example', remark: [{ us_date: '02-30-2024', remark: 'no such day' }] },
      { ...siteFields, email: 'after@b.example' },
    ),
  )
  expect(tally).toEqual({ imported: 2, known: 0, refused: 6 })
  expect(reasons).toEqual([
    '2: The line is not JSON.',
    '3: process_status Lost is not known.',
    '4: arrival_doa must be a date (YYYY-MM-DD). Perhaps 01-05-2027. Unknown field colour.',
    `5: Order id ${taken} is taken.`,
    '6: Order 700001 was imported with other content.',
    '7: us_date must be a date (MM-DD-YYYY).',
  ])
})

test('a repeated order id in one file is refused', async () => {
  const { reasons, ...tally } = await runImport(
    'twice-in-one.ndjson',
    ndjson(
      { ...siteFields, email: 'before@b.example' },
      { ...siteFields, email: 'x@b.example', order_id: 700051 },
      { ...siteFields, email: 'x@b.example', order_id: 700051, arrival_city: 'twice in one file' },
    ),
  )
  expect(tally).toEqual({ imported: 2, known: 0, refused: 1 })
  expect(reasons).toEqual(['3: Order 700051 was imported with other content.'])
})

test('a file that is a JSON list or does not exist is refused', async () => {
  await expect(runImport('list.json', JSON.stringify([anOldOrder]))).rejects.toThrow('is one JSON list')
  await expect(
    importFile(
      app.platform,
      join(folder, 'none'),
      { refused: () => {}, resumed: () => {}, progress: () => {} },
      join(folder, 'report'),
    ),
  ).rejects.toThrow('cannot be read: there is no such file.')
})

const cliEnv = () => ({
  PATH: process.env.PATH ?? '',
  DATABASE_URL: app.serverUrl,
  DATA_DIR: app.dataDir,
  DATA_KEYS: testDataKeys,
})

interface CommandRun {
  code: number | null
  out: string
  err: string
}

function outputOf(child: ChildProcessWithoutNullStreams): Promise<CommandRun> {
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, ...said }))
  })
}

const runCli = (...args: string[]): Promise<CommandRun> =>
  outputOf(spawn(process.execPath, ['dist/server/cli.js', ...args], { env: cliEnv() }))

/** The import on a terminal of `script`, where its question is answered once it was asked. */
function importOnTerminal(path: string, answer: string): Promise<CommandRun> {
  const command = `${process.execPath} dist/server/cli.js import ${path}`
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { env: cliEnv() })
  child.stdout.on('data', (chunk: Buffer) => {
    if (chunk.toString().includes('[y/N]')) child.stdin.write(`${answer}\r`)
  })
  return outputOf(child)
}

test('on a terminal the import shows what it read and asks before it stores anything (product §5)', async () => {
  const path = join(folder, 'asked.csv')
  const rows = [
    'order id;landing_domain;email;arrival_full_nam',
    '700081;a.example;x@b.example;Zoë',
    ';;;Lost',
  ]
  await writeFile(path, rows.join('\r\n'))
  const refused = await importOnTerminal(path, 'n')
  for (const words of [
    'asked.csv: CSV, utf-8, separated by semicolons; 2 lines',
    'order id          order_id',
    'line 2: order_id = 700081; landing_domain = a.example; email = x@b.example; arrival_full_nam = Zoë',
    'column arrival_full_nam: no known field: kept and shown by its name; is it arrival_full_name?',
    'Refused: 1 line',
    'line 3: landing_domain is required.',
    'Import 1 order?',
    'Nothing was imported.',
  ])
    expect(refused.out).toContain(words)
  expect(refused.code).toBe(1)
  const before = await loadTotal()
  const taken = await importOnTerminal(path, 'y')
  expect(taken.out).toContain('1 imported, 0 there already, 1 refused')
  expect(await loadTotal()).toBe(before + 1)
})

/** What an import leaves behind, in tables and counters. */
async function loadTraces() {
  const { rows } = await sql`
    select (select count(*) from orders) as orders, (select count(*) from order_events) as events,
      (select count(*) from remarks) as remarks, (select count(*) from members) as members,
      (select count(*) from name_words) as words, (select count(*) from order_evidence_keys) as evidence,
      (select count(*) from idempotency_keys) as keys, (select count(*) from import_files) as files,
      (select count(*) from imported_orders) as imported, (select sum(n) from order_counts) as counted
  `.execute(app.owner)
  return rows[0]
}

const history = {
  ...siteFields,
  arrival_full_name: 'Quirinus Zwiebelturm',
  process_status: 'Completed',
  processed_by: 'Only In This File',
  remark: [{ us_date: '03-01-2024', us_time: '08:00:00', remark_name: 'Nobody Known', remark: 'Sent' }],
}

test('a file is taken back as if it had never come, and can be imported again (product §5)', async () => {
  const text = ndjson(
    { ...history, email: 'back1@b.example', order_id: 700091 },
    { ...history, email: 'back2@b.example', account_id: 'a', process_status: '' },
    '{',
  )
  await runImport('kept.ndjson', ndjson({ ...history, email: 'back0@b.example', processed_by: 'Shared' }))
  const before = await loadTraces()
  const counts = (await admin.call(folderCounts, { query: {} })).body.data
  expect(await runImport('back.ndjson', text)).toMatchObject({ imported: 2, refused: 1 })
  expect(await loadTraces()).not.toEqual(before)

  const taken = await runCli('import', '--take-back', join(folder, 'back.ndjson'))
  expect(taken).toMatchObject({ code: 0, err: expect.stringContaining('Taken back: 2 orders of') })
  expect(await loadTraces()).toEqual(before)
  expect((await admin.call(folderCounts, { query: {} })).body.data).toEqual(counts)
  const audited = app.platform.db
    .selectFrom('audit_events')
    .select(['actor', 'details'])
    .where('action', '=', 'import taken back')
  expect(await audited.execute()).toEqual([
    { actor: 'Command line', details: expect.objectContaining({ name: 'back.ndjson', orders: 2 }) },
  ])

  const again = await runCli('import', '--take-back', join(folder, 'back.ndjson'))
  expect(again.code).toBe(1)
  expect(again.err).toContain('No orders of this file are known')
  expect(await runImport('back.ndjson', text)).toMatchObject({ imported: 2, known: 0, refused: 1 })
})

const laterActs: [act: string, orderId: number, change: (orderId: number) => Promise<unknown>][] = [
  ['a remark', 700101, (orderId) => admin.call(addRemark, { body: { orderId, remark: 'Called' } })],
  [
    'a visit',
    700103,
    (orderId) => app.call(trackOrder, { body: { orderId, email: 'worked@b.example', landing_domain: '' } }),
  ],
]

test.each(laterActs)(
  'a file whose order has had %s since cannot be taken back',
  async (act, orderId, change) => {
    const path = join(folder, `${act}.ndjson`)
    const lines = [orderId, orderId + 1].map((id) => ({
      ...siteFields,
      order_id: id,
      email: 'worked@b.example',
    }))
    await runImport(`${act}.ndjson`, ndjson(...lines))
    await change(orderId)
    const before = await loadTraces()
    const refused = await runCli('import', '--take-back', path)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain(
      `The file cannot be taken back: its orders have been worked on (${orderId}). Nothing was removed.`,
    )
    expect(await loadTraces()).toEqual(before)
  },
)

test('the commands work while the server is running', async () => {
  const path = join(folder, 'command.ndjson')
  await writeFile(path, ndjson({ ...siteFields, order_id: 700061, email: 'x@b.example' }, '{'))
  const brought = await runCli('import', path)
  expect(brought.err).toContain('Into the database of DATABASE_URL')
  expect(brought.err).toContain('line 2: The line is not JSON.')
  expect(brought.err).toContain('1 imported, 0 there already, 1 refused')
  expect(brought.code).toBe(1)
  expect((await admin.order(700061)).email).toBe('x@b.example')

  const made = await runCli('intake-key', 'create', 'shop', 'pabean.example')
  const answer = await app.call(activeGateway, {}, { token: made.out.trim() })
  expect([made.code, answer.http]).toEqual([0, 200])
  const wrong = await runCli('intake-key', 'revoke', 'another')
  expect(wrong.code).toBe(1)
  expect(wrong.err.trim().split('\n')).toEqual([
    'Into the database of DATABASE_URL',
    'There is no active intake key named another.',
  ])
})
