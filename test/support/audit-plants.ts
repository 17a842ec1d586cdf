import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type ChainHead, headPath, readHead } from '#server/audit/chain-head.ts'
import { chainAll } from '#server/audit/chain.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import type { Chance } from '#server/demo/random.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import type { TestApp } from './test-app.ts'

/** What the owner of the database does to the audit, who has everything but the server's keys and files. */
interface Plant {
  name: string
  apply(tx: Tx, chance: Chance, size: number): Promise<unknown>
}

const link = (chance: Chance, size: number) => chance.integer(1, size)
const entryOf = (seq: number) => sql`(select event_id from audit_chain where seq = ${seq})`

/** For each column of an entry: another value than it has. */
const entryChanges = {
  id: 'id + 1000000',
  at: "at + interval '1 microsecond'",
  member_id: 'coalesce(member_id, 0) + 1',
  action: "action || ' '",
  details: `details || '{"added": true}'`,
  actor: "actor || '.'",
  role: "case role when 'Admin' then 'Team' else 'Admin' end",
  order_id: 'coalesce(order_id, 2000000) + 1',
  session_id: 'gen_random_uuid()',
  ip: "coalesce(ip, '') || '1'",
  user_agent: "coalesce(user_agent, '') || '1'",
  mac: "decode(md5(random()::text), 'hex')",
  xid: '(xid::text::bigint + 1)::text::xid8',
}

const linkChanges = {
  seq: 'seq + 1000000',
  event_id: 'event_id + 1000000',
  previous: "decode(md5(random()::text) || md5(random()::text), 'hex')",
  hash: "decode(md5(random()::text) || md5(random()::text), 'hex')",
  chained_at: "chained_at - interval '1 microsecond'",
}

const setEntry = (tx: Tx, seq: number, column: string, value: string) =>
  sql`update audit_events set ${sql.ref(column)} = ${sql.raw(value)} where id = ${entryOf(seq)}`.execute(tx)

/** Makes the chain anew from a link on, as whoever has no key can. */
async function forgeFrom(tx: Tx, seq: number): Promise<void> {
  const key = randomBytes(32)
  const { rows } = await sql<{ seq: number }>`
    select seq from audit_chain where seq >= ${seq} order by seq`.execute(tx)
  for (const row of rows) {
    const hash = createHmac('sha256', key).update(String(row.seq)).digest()
    await sql`update audit_chain set hash = ${hash} where seq = ${row.seq}`.execute(tx)
    await sql`update audit_chain set previous = ${hash} where seq = ${row.seq + 1}`.execute(tx)
  }
}

const copyColumns = sql`at, member_id, action, details, actor, role, order_id, session_id, ip, user_agent`

const plants: Plant[] = [
  ...Object.entries(entryChanges).map(([column, value]): Plant => ({
    name: `an entry's ${column} changed`,
    apply: (tx, chance, size) => setEntry(tx, link(chance, size), column, value),
  })),
  ...Object.entries(linkChanges).map(([column, value]): Plant => ({
    name: `a link's ${column} changed`,
    apply: (tx, chance, size) =>
      sql`update audit_chain set ${sql.ref(column)} = ${sql.raw(value)} where seq = ${link(chance, size)}`.execute(
        tx,
      ),
  })),
  {
    name: 'an entry removed',
    apply: (tx, chance, size) =>
      sql`delete from audit_events where id = ${entryOf(link(chance, size))}`.execute(tx),
  },
  {
    name: 'an entry removed with its link',
    async apply(tx, chance, size) {
      const seq = link(chance, size)
      await sql`delete from audit_events where id = ${entryOf(seq)}`.execute(tx)
      await sql`delete from audit_chain where seq = ${seq}`.execute(tx)
    },
  },
  {
    name: 'an entry removed, and the links after it moved up',
    async apply(tx, chance, size) {
      const seq = link(chance, size)
      await sql`delete from audit_events where id = ${entryOf(seq)}`.execute(tx)
      await sql`delete from audit_chain where seq = ${seq}`.execute(tx)
      await sql`update audit_chain set seq = -seq + 1 where seq > ${seq}`.execute(tx)
      await sql`update audit_chain set seq = -seq where seq < 0`.execute(tx)
      if (seq === size) return
      await sql`update audit_chain set previous = coalesce((select hash from audit_chain where seq = ${seq - 1}),
        previous) where seq = ${seq}`.execute(tx)
    },
  },
  {
    name: 'an entry made up',
    apply: (tx) =>
      sql`insert into audit_events (at, actor, action, mac)
        values (now(), 'Somebody', 'signed in', ${randomBytes(24)})`.execute(tx),
  },
  {
    name: 'an entry copied',
    apply: (tx, chance, size) =>
      sql`insert into audit_events (${copyColumns}, mac) select ${copyColumns}, mac from audit_events
        where id = ${entryOf(link(chance, size))}`.execute(tx),
  },
  {
    name: 'an entry made up with a link',
    async apply(tx, _chance, size) {
      const { rows } = await sql<{ id: number }>`insert into audit_events (at, actor, action, mac)
        values (now(), 'Somebody', 'signed in', ${randomBytes(24)}) returning id`.execute(tx)
      await sql`insert into audit_chain select seq + 1, ${rows[0]?.id ?? 0}, hash, ${randomBytes(32)}, now()
        from audit_chain where seq = ${size}`.execute(tx)
    },
  },
  {
    name: 'two entries exchanged',
    async apply(tx, chance, size) {
      const one = chance.integer(1, size - 1)
      const other = chance.integer(one + 1, size)
      await sql`update audit_chain set event_id = -event_id where seq in (${one}, ${other})`.execute(tx)
      await sql`update audit_chain c set event_id = -o.event_id from audit_chain o
        where (c.seq, o.seq) in ((${one}, ${other}), (${other}, ${one}))`.execute(tx)
    },
  },
  {
    name: 'two links exchanged',
    async apply(tx, chance, size) {
      const one = chance.integer(1, size - 1)
      const other = chance.integer(one + 1, size)
      await sql`update audit_chain set seq = -seq where seq in (${one}, ${other})`.execute(tx)
      await sql`update audit_chain set seq = case seq when ${-one} then ${other}::bigint else ${one}::bigint end
        where seq < 0`.execute(tx)
    },
  },
  {
    name: 'the end of the chain cut off',
    apply: (tx, chance, size) => sql`delete from audit_chain where seq >= ${link(chance, size)}`.execute(tx),
  },
  {
    name: 'the end of the audit cut off',
    async apply(tx, chance, size) {
      const seq = link(chance, size)
      await sql`delete from audit_events where id in (select event_id from audit_chain where seq >= ${seq})`.execute(
        tx,
      )
      await sql`delete from audit_chain where seq >= ${seq}`.execute(tx)
    },
  },
  {
    name: 'an entry changed and the chain made anew from there',
    async apply(tx, chance, size) {
      const seq = link(chance, size)
      await setEntry(tx, seq, 'actor', "'Somebody else'")
      await forgeFrom(tx, seq)
    },
  },
  {
    name: 'everything removed',
    async apply(tx) {
      await sql`delete from audit_events`.execute(tx)
      await sql`delete from audit_chain`.execute(tx)
    },
  },
]

const rollback = new Error('taken back')

/** As the owner of both tables, in a transaction that is taken back. */
async function asOwner<T>(app: TestApp, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result: T[] = []
  await inTransaction(app.owner, async (tx) => {
    for (const table of ['audit_events', 'audit_chain'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await sql`create sequence planted_ids start 100000000`.execute(tx)
    await sql`alter table audit_events alter id drop identity`.execute(tx)
    await sql`alter table audit_events alter id set default nextval('planted_ids')`.execute(tx)
    result.push(await work(tx))
    throw rollback
  }).catch((error: unknown) => {
    if (error !== rollback) throw error
  })
  const [first] = result
  if (first === undefined) throw new Error('nothing was done')
  return first
}

/**
 * Chains what there is, once no transaction of any test is open that began before it: the databases of all tests share
 * their transaction numbers.
 */
export async function chainWaiting({ platform }: Pick<TestApp, 'platform'>): Promise<void> {
  for (;;) {
    await chainAll(platform)
    const { rows } = await sql`select from audit_events e
      where not exists (select from audit_chain c where c.event_id = e.id) limit 1`.execute(platform.db)
    if (rows.length === 0) return
    await pause(20)
  }
}

/** What `npm run cli -- verify-audit` says now, or of what a transaction sees. */
export async function findFaults(app: TestApp, db: TestApp['platform']['db'] = app.platform.db) {
  const head = await readHead(headPath(app.platform.config))
  const faults: string[] = []
  const heads: ChainHead[] = head ? [head] : []
  await verifyAudit({ db, auditKey: app.platform.auditKey }, heads, (fault) => faults.push(fault))
  return faults
}

export interface PlantResult {
  name: string
  faults: string[]
}

/** Chains what there is, then plants one change after the other; answers what was found of each. */
export async function plantChanges(app: TestApp, count: number, chance: Chance): Promise<PlantResult[]> {
  await chainWaiting(app)
  const { seq: size = 0 } = (await readHead(headPath(app.platform.config))) ?? {}
  const results: PlantResult[] = []
  for (let index = 0; index < count; index += 1) {
    const plant = plants[index % plants.length]
    if (!plant) continue
    const faults = await asOwner(app, async (tx) => {
      await plant.apply(tx, chance, size)
      return findFaults(app, tx)
    })
    results.push({ name: plant.name, faults })
  }
  return results
}

export const plantCount = plants.length

/** The database gives these; until an entry has its link, nothing binds them. */
const boundByLink = new Set(['id', 'xid'])

/** Changes an entry, which `write` makes, before it has a link; answers what was found, by the column that was changed. */
export async function changeUnchained(
  app: TestApp,
  write: (tx: Tx) => Promise<unknown>,
): Promise<PlantResult[]> {
  await chainWaiting(app)
  // The server's own time has no microseconds.
  const changes = { ...entryChanges, at: "at + interval '1 millisecond'" }
  const results: PlantResult[] = []
  for (const [name, value] of Object.entries(changes)) {
    if (boundByLink.has(name)) continue
    const faults = await asOwner(app, async (tx) => {
      await write(tx)
      await sql`update audit_events set ${sql.ref(name)} = ${sql.raw(value)}
        where id = (select max(id) from audit_events)`.execute(tx)
      return findFaults(app, tx)
    })
    results.push({ name, faults })
  }
  return results
}

/** Columns of both tables that no plant changes: none, or the list above lacks one. */
export async function unplantedColumns(app: TestApp): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_name in ('audit_events', 'audit_chain') and table_schema = 'public'`.execute(app.platform.db)
  const planted = new Set([
    ...Object.keys(entryChanges).map((column) => `audit_events.${column}`),
    ...Object.keys(linkChanges).map((column) => `audit_chain.${column}`),
  ])
  return rows.map(({ name }) => name).filter((name) => !planted.has(name))
}
