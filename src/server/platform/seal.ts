import * as z from 'zod/mini'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'

const nonceBytes = 12
const tagBytes = 16

export interface Seal {
  /** gzip, then AES-256-GCM under the current key; `boundTo` is the associated data, such as the order id. */
  seal(boundTo: string | number, value: unknown): Buffer
  /** Throws where the bytes were changed, are bound to something else or do not fit the schema, or their key is gone. */
  open<T>(schema: z.ZodMiniType<T>, boundTo: string | number, sealed: Buffer): T
  /** The same for a file, as it is. */
  sealBytes(boundTo: string | number, bytes: Buffer): Buffer
  openBytes(boundTo: string | number, sealed: Buffer): Buffer
  /** Keyed hash under the oldest key, so that it stays the same when a newer one becomes current. */
  hash(purpose: string, text: string): Buffer
  /** Derives a key of 32 bytes for another purpose (HKDF). */
  deriveKey(purpose: string): Buffer
}

/** `keys` is `id:base64,…`, the first is current (product §10, DATA_KEYS). */
export function createSeal(keys: string): Seal {
  const keyring = new Map(
    keys.split(',').map((entry) => {
      const at = entry.indexOf(':')
      return [entry.slice(0, at).trim(), Buffer.from(entry.slice(at + 1), 'base64')] as const
    }),
  )
  const [currentId, currentKey] = [...keyring][0] ?? []
  const oldestKey = [...keyring.values()].at(-1)
  if (!currentId || !currentKey || !oldestKey) throw new Error('no data key')
  const deriveKey = (purpose: string) => Buffer.from(hkdfSync('sha256', oldestKey, '', purpose, 32))

  const sealBytes: Seal['sealBytes'] = (boundTo, bytes) => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', currentKey, nonce).setAAD(Buffer.from(String(boundTo)))
    const body = [cipher.update(bytes), cipher.final()]
    const id = Buffer.from(currentId)
    return Buffer.concat([Buffer.from([id.length]), id, nonce, cipher.getAuthTag(), ...body])
  }
  const openBytes: Seal['openBytes'] = (boundTo, sealed) => {
    const idEnd = 1 + (sealed[0] ?? 0)
    const id = sealed.subarray(1, idEnd).toString()
    const key = keyring.get(id)
    if (!key) throw new Error(`data key ${id} is not in DATA_KEYS`)
    const tagStart = idEnd + nonceBytes
    const bodyStart = tagStart + tagBytes
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(idEnd, tagStart))
      .setAAD(Buffer.from(String(boundTo)))
      .setAuthTag(sealed.subarray(tagStart, bodyStart))
    return Buffer.concat([decipher.update(sealed.subarray(bodyStart)), decipher.final()])
  }

  return {
    seal: (boundTo, value) => sealBytes(boundTo, gzipSync(JSON.stringify(value))),
    open: (schema, boundTo, sealed) =>
      z.parse(schema, JSON.parse(gunzipSync(openBytes(boundTo, sealed)).toString())),
    sealBytes,
    openBytes,
    hash: (purpose, text) => createHmac('sha256', deriveKey(purpose)).update(text).digest(),
    deriveKey,
  }
}

export const newDataKeys = (): string => `k1:${randomBytes(32).toString('base64')}`
