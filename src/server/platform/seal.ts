import * as z from 'zod/mini'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { SealedColumnName } from './sealed-columns.ts'

const nonceBytes = 12
const tagBytes = 16
/** The first byte of a sealed value: its form. The length of the key's id and the id follow. */
const formByte = 0
const idStart = 2
const asJson = Buffer.from([0])
const asGzip = Buffer.from([1])
/** A shorter JSON text gains nothing by gzip. */
const minGzipBytes = 200

type RowId = string | number

export interface Sealing {
  currentKeyId: string
  currentHeader: Buffer
  /** AES-256-GCM under the current key; table, column and row are the associated data. */
  seal(sealedColumn: SealedColumnName, rowId: RowId, value: unknown): Buffer
  /**
   * Throws where the bytes were changed, belong to another row or column, do not fit the schema, or their key is
   * missing.
   */
  open<T>(schema: z.ZodMiniType<T>, sealedColumn: SealedColumnName, rowId: RowId, sealed: Buffer): T
  /** The same for raw bytes. */
  sealBytes(sealedColumn: SealedColumnName, rowId: RowId, bytes: Buffer): Buffer
  openBytes(sealedColumn: SealedColumnName, rowId: RowId, sealed: Buffer): Buffer
  reseal(sealedColumn: SealedColumnName, rowId: RowId, sealed: Buffer): Buffer
}

interface Hashing {
  /** A keyed hash that does not depend on the data keys. */
  hash(purpose: string, text: string): Buffer
}

export interface Seal extends Sealing, Hashing {}

export interface DataKeys {
  currentId: string
  find(id: string): Buffer | undefined
}

/** `keys` is `id:base64,…`; the first is current (product §10, DATA_KEYS). */
export function parseDataKeys(keys: string): DataKeys {
  const keyring = new Map(
    keys.split(',').map((entry) => {
      const at = entry.indexOf(':')
      return [entry.slice(0, at).trim(), Buffer.from(entry.slice(at + 1), 'base64')] as const
    }),
  )
  const [currentId] = keyring.keys()
  if (!currentId) throw new Error('no data key')
  return { currentId, find: (id) => keyring.get(id) }
}

interface SealedParts {
  keyId: string
  nonce: Buffer
  tag: Buffer
  body: Buffer
}

function split(sealed: Buffer): SealedParts {
  const idEnd = idStart + (sealed[idStart - 1] ?? 0)
  const tagStart = idEnd + nonceBytes
  return {
    keyId: sealed.subarray(idStart, idEnd).toString(),
    nonce: sealed.subarray(idEnd, tagStart),
    tag: sealed.subarray(tagStart, tagStart + tagBytes),
    body: sealed.subarray(tagStart + tagBytes),
  }
}

export const sealingKeyId = (sealed: Buffer): string => split(sealed).keyId

const header = (keyId: string) => Buffer.from([formByte, keyId.length, ...Buffer.from(keyId)])

export const deriveKey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, 32))

/** The database keeps `hashKey`, see `server-keys.ts`. */
export const createSeal = (dataKeys: DataKeys, hashKey: Buffer): Seal => ({
  ...createSealing(dataKeys),
  ...createHashing(hashKey),
})

function createHashing(hashKey: Buffer): Hashing {
  // Purposes are few, and deriving a key takes ten times as long as a hash.
  const hashKeys = new Map<string, Buffer>()
  function hashKeyOf(purpose: string): Buffer {
    const key = hashKeys.get(purpose) ?? deriveKey(hashKey, purpose)
    hashKeys.set(purpose, key)
    return key
  }
  return {
    hash: (purpose, text) => createHmac('sha256', hashKeyOf(purpose)).update(text).digest(),
  }
}

/** Sealing needs the data keys only, hashing the database too. */
export function createSealing(dataKeys: DataKeys): Sealing {
  const { currentId } = dataKeys
  const currentHeader = header(currentId)

  function keyOf(id: string): Buffer {
    const key = dataKeys.find(id)
    if (!key) throw new Error(`data key ${id} is not in DATA_KEYS`)
    return key
  }

  const sealBytes: Sealing['sealBytes'] = (sealedColumn, rowId, bytes) => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', keyOf(currentId), nonce).setAAD(
      Buffer.from(`${sealedColumn}:${rowId}`),
    )
    const body = [cipher.update(bytes), cipher.final()]
    return Buffer.concat([currentHeader, nonce, cipher.getAuthTag(), ...body])
  }
  const openBytes: Sealing['openBytes'] = (sealedColumn, rowId, sealed) => {
    const { keyId, nonce, tag, body } = split(sealed)
    const decipher = createDecipheriv('aes-256-gcm', keyOf(keyId), nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(`${sealedColumn}:${rowId}`))
      .setAuthTag(tag)
    return Buffer.concat([decipher.update(body), decipher.final()])
  }

  return {
    currentKeyId: currentId,
    currentHeader,
    seal(sealedColumn, rowId, value) {
      const json = Buffer.from(JSON.stringify(value))
      const parts = json.length < minGzipBytes ? [asJson, json] : [asGzip, gzipSync(json)]
      return sealBytes(sealedColumn, rowId, Buffer.concat(parts))
    },
    open(schema, sealedColumn, rowId, sealed) {
      const value = openBytes(sealedColumn, rowId, sealed)
      const json = value[0] === asGzip[0] ? gunzipSync(value.subarray(1)) : value.subarray(1)
      return z.parse(schema, JSON.parse(json.toString()))
    },
    sealBytes,
    openBytes,
    reseal: (sealedColumn, rowId, sealed) =>
      sealBytes(sealedColumn, rowId, openBytes(sealedColumn, rowId, sealed)),
  }
}

export const newDataKeys = (): string => `k1:${randomBytes(32).toString('base64')}`

export const openText = (
  seal: Pick<Seal, 'open'>,
  sealedColumn: SealedColumnName,
  rowId: RowId,
  sealed: Buffer,
): string => seal.open(z.string(), sealedColumn, rowId, sealed)

export const openOptionalText = (
  seal: Pick<Seal, 'open'>,
  sealedColumn: SealedColumnName,
  rowId: RowId,
  sealed: Buffer | null,
): string | null => sealed && openText(seal, sealedColumn, rowId, sealed)
