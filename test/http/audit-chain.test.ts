import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readAuditChain, verifyAudit } from '#contract/audit.ts'
import { setGateway } from '#contract/gateways.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { headPath, readHead } from '#server/audit/chain-head.ts'
import { hasWriterRole } from '#server/audit/chain.queries.ts'
import { chainAll, chainBatch } from '#server/audit/chain.ts'
import { createChance } from '#server/demo/random.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { grantServerRights, serverRole } from '#server/platform/db/server-role.ts'
import {
  chainWaiting,
  changeUnchained,
  findFaults,
  plantChanges,
  plantCount,
  unplantedColumns,
} from '../support/audit-plants.ts'
import { startTestApp, testDataKeys } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const admin = app.as('Admin')

const record = (tx: Tx, name: string) => {
  const { platform } = app
  const actor = { kind: 'mail', name } as const
  const work = { ...platform, tx, actor, now: platform.clock(), ip: '', userAgent: '' }
  return recordAudit(auditContext(work), 'signed in', { how: 'password' })
}

async function addEntries(count: number) {
  for (let index = 0; index < count; index += 1)
    await inTransaction(app.platform.db, (tx) => record(tx, `Somebody ${index}`))
}

const links = () =>
  app.platform.db
    .selectFrom('audit_chain as c')
    .innerJoin('audit_events as e', 'e.id', 'c.event_id')
    .select(['c.seq', 'e.actor', 'e.id'])
    .orderBy('c.seq')
    .execute()

const unchained = () =>
  app.platform.db
    .selectFrom('audit_events as e')
    .leftJoin('audit_chain as c', 'c.event_id', 'e.id')
    .select('e.actor')
    .where('c.seq', 'is', null)
    .execute()

test('entries are chained once, late commits are included, and the head is kept outside the database', async () => {
  await addEntries(3)
  await chainWaiting(app)
  const before = await links()
  expect(before.map(({ seq }) => seq)).toEqual(before.map((_, index) => index + 1))

  await inTransaction(app.platform.db, async (tx) => {
    await record(tx, 'late')
    await addEntries(2)
    await chainAll(app.platform)
    expect(await links()).toHaveLength(before.length)
  })
  await chainWaiting(app)
  expect((await links()).slice(before.length).map(({ actor }) => actor)).toEqual([
    'late',
    'Somebody 0',
    'Somebody 1',
  ])
  expect(await chainBatch(app.platform)).toBe(0)
  const kept = await readHead(headPath(app.platform.config))
  const { data } = (await admin.call(readAuditChain)).body
  expect(kept).toMatchObject({ seq: before.length + 3, hash: data.head?.hash })
  expect(await findFaults(app)).toEqual([])
})

test('two servers that chain concurrently give each entry one link', async () => {
  const other = await startTestApp({ sharedWith: app })
  try {
    await addEntries(40)
    await Promise.all([app, other, app, other].map(chainWaiting))
    expect(await unchained()).toEqual([])
    expect(await findFaults(app)).toEqual([])
  } finally {
    await other.stop()
  }
})

test('a failed batch leaves nothing, and the next run chains its entries', async () => {
  await addEntries(5)
  const before = await links()
  await sql`create function break_off() returns trigger language plpgsql as $$
    begin if (select count(*) from added) > 0 then raise exception 'broken off'; end if; return null; end $$`.execute(
    app.owner,
  )
  await sql`create trigger break_off after insert on audit_chain referencing new table as added
    for each statement execute function break_off()`.execute(app.owner)
  await expect.poll(() => chainBatch(app.platform).then(String, String)).toContain('broken off')
  expect(await links()).toEqual(before)
  await sql`drop trigger break_off on audit_chain`.execute(app.owner)
  // Its entries are committed, but the head was not written: the older one still holds.
  const head = await readFile(headPath(app.platform.config), 'utf8')
  await chainWaiting(app)
  await writeFile(headPath(app.platform.config), head)
  expect(await findFaults(app)).toEqual([])
  expect(await unchained()).toEqual([])
})

test.each(['audit_events', 'audit_chain'])('nothing in %s is changed or removed', async (table) => {
  const db = app.owner
  const name = sql.table(table)
  for (const statement of [
    sql`update ${name} set ${sql.raw(table === 'audit_chain' ? 'seq = seq' : 'id = default')}`,
    sql`delete from ${name}`,
    sql`truncate ${name} cascade`,
  ])
    await expect(statement.execute(db)).rejects.toThrow('entries of the audit are only ever added')
  // Not where a session plays a replica either.
  const asReplica = inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from ${name}`.execute(tx)
  })
  await expect(asReplica).rejects.toThrow('entries of the audit are only ever added')
})

test('the chaining role can only read and insert', async () => {
  expect(await hasWriterRole(app.platform.db)).toBe(true)
  const { rows } = await sql<{ owner: string; grants: string }>`
    select pg_get_userbyid(relowner) as owner, (
      select string_agg(lower(privilege_type), ', ' order by privilege_type)
      from aclexplode(relacl) where grantee = to_regrole('pabean_audit_writer')) as grants
    from pg_class where relname = 'audit_chain'`.execute(app.platform.db)
  expect(rows).toEqual([{ owner: 'pabean_audit_owner', grants: 'insert, select' }])
  for (const statement of [
    'update audit_chain set seq = 0',
    'insert into audit_events (at, actor, action) values (now(), 1, 1)',
  ])
    await expect(
      inTransaction(app.owner, async (tx) => {
        await sql`set local role pabean_audit_writer`.execute(tx)
        await sql.raw(statement).execute(tx)
      }),
    ).rejects.toThrow('permission denied')
})

const grantAsAtStart = () => grantServerRights({ connectionString: app.databaseUrl }, serverRole)

test('without a chaining role in the database the chain is still written', async () => {
  await addEntries(1)
  await sql`revoke insert on audit_chain from pabean_audit_writer`.execute(app.owner)
  await grantAsAtStart()
  expect(await hasWriterRole(app.platform.db)).toBe(false)
  await chainWaiting(app)
  await sql`grant insert on audit_chain to pabean_audit_writer`.execute(app.owner)
  await grantAsAtStart()
  expect(await unchained()).toEqual([])
})

test('entries restored from another database cluster are chained, and later entries follow them', async () => {
  const db = app.owner
  const chainedLast = async () => (await links()).at(-1)?.actor
  await inTransaction(db, async (tx) => {
    await record(tx, 'from elsewhere')
    await sql`alter table audit_events disable trigger audit_events_append_only`.execute(tx)
    await sql`update audit_events set xid = '900000000000' where actor = 'from elsewhere'`.execute(tx)
    await sql`alter table audit_events enable always trigger audit_events_append_only`.execute(tx)
  })
  await chainWaiting(app)
  expect(await chainedLast()).toBe('from elsewhere')
  for (const name of ['first here', 'second here']) {
    await inTransaction(db, (tx) => record(tx, name))
    await chainWaiting(app)
    expect(await chainedLast()).toBe(name)
  }
  expect(await findFaults(app)).toEqual([])
})

test('every kind of change by the database owner is detected and named', async () => {
  await admin.call(setGateway, { body: { gatewayId: 2 } })
  await addEntries(10)
  expect(await unplantedColumns(app)).toEqual([])
  const results = await plantChanges(app, plantCount, createChance(17))
  expect(results.filter(({ faults }) => faults.length === 0).map(({ name }) => name)).toEqual([])
  const said = (name: string) => results.find((it) => it.name === name)?.faults.join(' ')
  expect(said("an entry's actor changed")).toMatch(/^Entry \d+ was changed\.$/)
  expect(said('an entry removed')).toMatch(/^Entry \d+ is missing \(it had the id \d+\)\.$/)
  expect(said('an entry removed with its link')).toMatch(/^Link \d+ is missing\.|does not hold the head/)
  expect(said('an entry copied')).toMatch(/^The entry with the id \d+ is a copy of another\.$/)
  expect(said('an entry made up')).toMatch(/^The entry with the id \d+ was added/)
  expect(said('two entries exchanged')).toMatch(
    /^Entry (\d+) was moved: it is entry (\d+)\. Entry \2 was moved/,
  )
  expect(said("a link's previous changed")).toMatch(/^Link \d+ does not follow link \d+\./)
  expect(said('the end of the audit cut off')).toMatch(
    /^The chain does not hold the head of .+ its end was cut off/,
  )
  expect(await findFaults(app)).toEqual([])
})

test('a change of any column of an entry before chaining is detected', async () => {
  const results = await changeUnchained(app, (tx) => record(tx, 'Waits for its link'))
  expect(results.length).toBeGreaterThan(10)
  for (const { name, faults } of results)
    expect(faults, name).toEqual([
      expect.stringMatching(/^The entry with the id 1\d{8} was added: .* not written by Pabean\.$/),
    ])
})

test('Admins verify the chain from the last verified entry and from the beginning', async () => {
  await addEntries(3)
  await chainWaiting(app)
  const head = await readHead(headPath(app.platform.config))
  for (const fromStart of [false, true]) {
    const { body } = await admin.call(verifyAudit, { body: { fromStart } })
    expect(body.data).toMatchObject({
      verified: { seq: head?.seq, hash: head?.hash },
      faults: [],
      isRunning: false,
    })
  }
})

test('a head that is missing from the chain is not overwritten', async () => {
  const path = headPath(app.platform.config)
  const kept = JSON.stringify({ seq: 1, hash: 'ab'.repeat(32), at: new Date().toISOString() })
  await writeFile(path, kept)
  await addEntries(1)
  await chainWaiting(app)
  expect(await readFile(path, 'utf8')).toBe(kept)
  const { body } = await admin.call(verifyAudit, { body: {} })
  expect(body.data).toMatchObject({
    faultCount: 1,
    faults: [expect.stringContaining('entry 1: its end was cut off')],
  })
  await rm(path)
})

/** `npm run cli -- verify-audit` over the same database. */
async function runCommand(...args: string[]) {
  const child = spawn(process.execPath, ['dist/server/cli.js', 'verify-audit', ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: app.serverUrl,
      DATA_DIR: app.dataDir,
      DATA_KEYS: testDataKeys,
    },
  })
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'close')
  const [out, err] = await said
  return { code: Number(code), out, err }
}

test('the command reports either no change or each change, and exits with 1 for changes', async () => {
  await addEntries(1)
  await chainWaiting(app)
  const right = await runCommand()
  expect(right).toMatchObject({ code: 0, out: '' })
  expect(right.err).toContain('Nothing was changed, removed or added.')

  const other = join(app.dataDir, 'other-head')
  await writeFile(other, JSON.stringify({ seq: 1, hash: 'ab'.repeat(32), at: '2026-11-23T00:00:00Z' }))
  await sql`alter table audit_events disable trigger user`.execute(app.owner)
  await sql`update audit_events set actor = 'Somebody else' where id = (
    select event_id from audit_chain where seq = 2)`.execute(app.owner)
  const wrong = await runCommand('--head', other)
  expect(wrong.code).toBe(1)
  expect(wrong.out).toBe(
    'Entry 2 was changed.\nThe chain does not hold the head of 2026-11-23T00:00:00Z, entry 1: its end was cut off or made anew.\n',
  )
  expect(wrong.err).toContain('2 heads were compared. 2 faults were found.')
  expect((await runCommand('--heads')).err).toContain('npm run cli -- verify-audit')
})
