import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { SettingError } from '#server/settings.ts'
import { inTransaction, type Db, type Tx } from './db/database.ts'
import { lockByName } from './db/named-lock.ts'
import { createSeal, createSealing, sealingKeyId, type DataKeys, type Seal, type Sealing } from './seal.ts'

/** A key that the database keeps sealed, so that it outlives every key of DATA_KEYS. */
export interface ServerKey {
  id: string
  key: Buffer
}

interface ServerKeys {
  seal: Seal
  sessionKey: ServerKey
  auditKey: ServerKey
}

const keptKey = z.object({ id: z.string(), sealed: z.string() })

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

const sealedSetting = (seal: Sealing, key: string, { id, key: secret }: ServerKey) =>
  JSON.stringify({ id, sealed: seal.sealBytes('settings.value', key, secret).toString('base64') })

async function insertSetting(tx: Tx, seal: Sealing, key: string, content: ServerKey): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ key, value: sealedSetting(seal, key, content) })
    .execute()
}

const newKey = (id: string): ServerKey => ({ id, key: randomBytes(32) })

async function drawKeys(tx: Tx, seal: Sealing): Promise<void> {
  await insertSetting(tx, seal, hashKeySetting, newKey('h1'))
  await insertSetting(tx, seal, sessionKeySetting, newKey('s1'))
  await insertSetting(tx, seal, auditKeySetting, newKey('a1'))
}

const openSettings = (settings: readonly Setting[], dataKeys: DataKeys, seal: Sealing) =>
  new Map<string, ServerKey>(
    settings.map(({ key, value, sealed }) => [
      key,
      {
        id: value.id,
        key: openOrRefuse(dataKeys, sealed, () => seal.openBytes('settings.value', key, sealed)),
      },
    ]),
  )

/**
 * The seal for read-only commands on a database that a server has used; writes nothing. Throws like `openServerKeys`.
 */
export const readSeal = (db: Db, dataKeys: DataKeys): Promise<Seal> =>
  inTransaction(db, async (tx) => {
    const settings = await selectSealedSettings(tx)
    const hashKey = openSettings(settings, dataKeys, createSealing(dataKeys)).get(hashKeySetting)
    if (!hashKey) throw new SettingError('no server has been started with this database yet')
    return createSeal(dataKeys, hashKey.key)
  })

/** Distinguishes installations without identifying one. */
export const installationId = (seal: Seal): string =>
  seal.hash('installation id', '').toString('base64url').slice(0, 16)

/**
 * The seal of this database. Throws a `SettingError` where `dataKeys` lacks a key in use; else records the current key
 * as in use.
 */
export const openServerKeys = (db: Db, dataKeys: DataKeys): Promise<ServerKeys> =>
  inTransaction(db, async (tx) => {
    // Serializes servers that start over a new database: one draws the keys.
    await lockByName(tx, 'server keys')
    const seal = createSealing(dataKeys)
    if ((await selectSealedSettings(tx)).length === 0) await drawKeys(tx, seal)
    const opened = openSettings(await selectSealedSettings(tx), dataKeys, seal)
    const { currentId } = dataKeys
    if (!opened.has(checkOf(currentId))) await insertSetting(tx, seal, checkOf(currentId), newKey(currentId))
    const [hashKey, sessionKey] = [opened.get(hashKeySetting), opened.get(sessionKeySetting)]
    const auditKey = opened.get(auditKeySetting)
    if (!hashKey || !sessionKey || !auditKey)
      throw new Error('the keys of hashes, sessions and the audit are not in the settings')
    return { seal: createSeal(dataKeys, hashKey.key), sessionKey, auditKey }
  })

/** Reseals the three keys with the current data key. Returns the ids of the data keys that may still be in use. */
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

export const forgetFormerKeys = (tx: Tx, seal: Seal) =>
  tx
    .deleteFrom('settings')
    .where('key', 'like', `${checkPrefix}%`)
    .where('key', '<>', checkOf(seal.currentKeyId))
    .execute()
