import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { SettingError } from '#server/settings.ts'
import { inTransaction, type Db, type Tx } from './db/database.ts'
import { lockByName } from './db/named-lock.ts'
import { createSeal, deriveKey, sealingKeyId, type DataKeys, type Seal } from './seal.ts'
import { sealedTables, type SealedColumnName } from './sealed-columns.ts'

/** A key that the database keeps, sealed, so that it outlives every key of DATA_KEYS. */
export interface ServerKey {
  id: string
  key: Buffer
}

interface ServerKeys {
  seal: Seal
  /** Signs the tokens of sessions. */
  sessionKey: ServerKey
  /** Authenticates the entries of the audit and chains them. */
  auditKey: ServerKey
}

const keptKey = z.object({ id: z.string(), sealed: z.string() })

/** The settings that hold something sealed: the three keys, and a value for each data key that something is sealed by. */
const hashKeySetting = 'hash-key'
const sessionKeySetting = 'session-key'
const auditKeySetting = 'audit-key'
const checkPrefix = 'data-key-check:'
const checkOf = (keyId: string) => `${checkPrefix}${keyId}`

const missingKey = (keyId: string) =>
  new SettingError(
    `DATA_KEYS (or DATA_DIR/keys/data-keys) lacks the key ${JSON.stringify(keyId)}, by which this database is sealed`,
  )
const otherKey = (keyId: string) =>
  new SettingError(
    `DATA_KEYS (or DATA_DIR/keys/data-keys) has another key ${JSON.stringify(keyId)} than the one by which this database is sealed`,
  )

/** Opens what must open, else says which key is missing. */
function openOrRefuse<T>(dataKeys: DataKeys, sealed: Buffer, open: () => T): T {
  const keyId = sealingKeyId(sealed)
  if (!dataKeys.find(keyId)) throw missingKey(keyId)
  try {
    return open()
  } catch {
    throw otherKey(keyId)
  }
}

interface Setting {
  key: string
  sealed: Buffer
  value: z.infer<typeof keptKey>
}

/** Every setting that holds something sealed. */
async function selectSealedSettings(tx: Tx): Promise<Setting[]> {
  const rows = await tx
    .selectFrom('settings')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('key', 'in', [hashKeySetting, sessionKeySetting, auditKeySetting]),
        eb('key', 'like', `${checkPrefix}%`),
      ]),
    )
    .execute()
  return rows.map(({ key, value }) => {
    const parsed = z.parse(keptKey, value)
    return { key, value: parsed, sealed: Buffer.from(parsed.sealed, 'base64') }
  })
}

const sealedSetting = (seal: Seal, key: string, { id, key: secret }: ServerKey) =>
  JSON.stringify({ id, sealed: seal.sealBytes('settings.value', key, secret).toString('base64') })

async function insertSetting(tx: Tx, seal: Seal, key: string, content: ServerKey): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ key, value: sealedSetting(seal, key, content) })
    .execute()
}

/** The columns that versions without a check value sealed. */
const firstSealedColumns = sealedTables.flatMap(({ table, columns }) =>
  columns.flatMap(({ column, boundTo }) => (column === 'sealed' ? [{ table, boundTo }] : [])),
)

/**
 * One row for each key by which a table is sealed; goes through the whole table, which an upgrade does once. What tests and
 * benchmarks generate is shorter than anything sealed, and passed over.
 */
async function selectRowOfEachKey(tx: Tx, table: string, boundTo: string) {
  const { rows } = await sql<{ boundTo: string; sealed: Buffer }>`
    with first_of_key as (
      select min(ctid) as place from ${sql.table(table)}
      where octet_length(sealed) > 30
      group by substring(sealed from 1 for
        case get_byte(sealed, 0) when 0 then 2 + get_byte(sealed, 1) else 1 + get_byte(sealed, 0) end)
    )
    select ${sql.ref(boundTo)}::text as "boundTo", sealed from ${sql.table(table)}
    where ctid = any (array(select place from first_of_key))
  `.execute(tx)
  return rows
}

/** Checks that a database without a check value is sealed by these keys alone; answers the ids of those in use. */
async function checkSealedRows(tx: Tx, dataKeys: DataKeys): Promise<string[]> {
  await sql`set local statement_timeout = 0`.execute(tx)
  const seal = createSeal(dataKeys)
  const keyIds = new Set<string>()
  for (const { table, boundTo } of firstSealedColumns)
    for (const row of await selectRowOfEachKey(tx, table, boundTo)) {
      // The tables are the source of the places' names.
      const sealedColumn = `${table}.sealed` as SealedColumnName
      openOrRefuse(dataKeys, row.sealed, () => seal.openBytes(sealedColumn, row.boundTo, row.sealed))
      keyIds.add(sealingKeyId(row.sealed))
    }
  return [...keyIds]
}

const checkValue = (id: string): ServerKey => ({ id, key: randomBytes(32) })

/** Whether hashes or sessions of a version that derived their keys from the oldest data key may be in use. */
async function isOlderDatabase(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select 1 from orders) or exists (select 1 from sessions) as used`.execute(tx)
  return rows[0]?.used ?? false
}

/** Draws the keys of hashes and sessions, or keeps those that an older version derived, so that both stay valid. */
async function createKeys(tx: Tx, dataKeys: DataKeys, seal: Seal): Promise<void> {
  const keyIds = await checkSealedRows(tx, dataKeys)
  const { oldest } = dataKeys
  const [hashKey, sessionKey] = (await isOlderDatabase(tx))
    ? [oldest, deriveKey(oldest, 'session tokens')]
    : [randomBytes(32), randomBytes(32)]
  await insertSetting(tx, seal, hashKeySetting, { id: 'h1', key: hashKey })
  await insertSetting(tx, seal, sessionKeySetting, { id: 's1', key: sessionKey })
  for (const id of keyIds)
    await insertSetting(tx, createSeal({ ...dataKeys, currentId: id }), checkOf(id), checkValue(id))
}

/** The keys that settings hold, by the setting. Throws a `SettingError` where a data key is missing. */
const openSettings = (settings: readonly Setting[], dataKeys: DataKeys, seal: Seal) =>
  new Map<string, ServerKey>(
    settings.map(({ key, value, sealed }) => [
      key,
      {
        id: value.id,
        key: openOrRefuse(dataKeys, sealed, () => seal.openBytes('settings.value', key, sealed)),
      },
    ]),
  )

/** The seal of a database that a server has served from, for who looks only: nothing is noted. Throws as below. */
export const readSeal = (db: Db, dataKeys: DataKeys): Promise<Seal> =>
  inTransaction(db, async (tx) => {
    const settings = await selectSealedSettings(tx)
    const hashKey = openSettings(settings, dataKeys, createSeal(dataKeys)).get(hashKeySetting)
    if (!hashKey) throw new SettingError('no server has been started with this database yet')
    return createSeal(dataKeys, hashKey.key)
  })

/** Tells installations apart, and nothing else of one. */
export const installationId = (seal: Seal): string =>
  seal.hash('installation id', '').toString('base64url').slice(0, 16)

/**
 * The seal of this database. Throws a `SettingError` where one of the data keys by which something is sealed is not among
 * `dataKeys`, and otherwise notes that the current key seals from now on.
 */
export const openServerKeys = (db: Db, dataKeys: DataKeys): Promise<ServerKeys> =>
  inTransaction(db, async (tx) => {
    // Of two servers that start over a new database, one draws the keys.
    await lockByName(tx, 'server keys')
    const seal = createSeal(dataKeys)
    if ((await selectSealedSettings(tx)).length === 0) await createKeys(tx, dataKeys, seal)
    const check = checkValue(dataKeys.currentId)
    const before = await selectSealedSettings(tx)
    // A database of an older version has none.
    if (!before.some(({ key }) => key === auditKeySetting))
      await insertSetting(tx, seal, auditKeySetting, { id: 'a1', key: randomBytes(32) })
    const settings = await selectSealedSettings(tx)
    const opened = openSettings(settings, dataKeys, seal)
    if (!opened.has(checkOf(check.id))) await insertSetting(tx, seal, checkOf(check.id), check)
    const [hashKey, sessionKey] = [opened.get(hashKeySetting), opened.get(sessionKeySetting)]
    const auditKey = opened.get(auditKeySetting)
    if (!hashKey || !sessionKey || !auditKey)
      throw new Error('the keys of hashes, sessions and the audit are not in the settings')
    return { seal: createSeal(dataKeys, hashKey.key), sessionKey, auditKey }
  })

/** Seals the three keys by the current data key; answers the ids of the data keys by which something may still be sealed. */
export async function resealServerKeys(tx: Tx, seal: Seal): Promise<string[]> {
  await lockByName(tx, 'server keys')
  const settings = await selectSealedSettings(tx)
  for (const { key, value, sealed } of settings) {
    if (key.startsWith(checkPrefix) || sealingKeyId(sealed) === seal.currentKeyId) continue
    const kept = { id: value.id, key: seal.openBytes('settings.value', key, sealed) }
    await tx
      .updateTable('settings')
      .set({ value: sealedSetting(seal, key, kept) })
      .where('key', '=', key)
      .execute()
  }
  return settings.flatMap(({ key }) => (key.startsWith(checkPrefix) ? key.slice(checkPrefix.length) : []))
}

/** From now on a start needs the current key alone. */
export const forgetFormerKeys = (tx: Tx, seal: Seal) =>
  tx
    .deleteFrom('settings')
    .where('key', 'like', `${checkPrefix}%`)
    .where('key', '<>', checkOf(seal.currentKeyId))
    .execute()
