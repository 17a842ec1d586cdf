import { createCipheriv, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/** Seals bytes as versions before 0010 did: the row alone is bound in. `keys` as in DATA_KEYS. */
export function sealBytesFormerly(keys: string, boundTo: string | number, bytes: Buffer): Buffer {
  const [id = '', key = ''] = keys.split(',')[0]?.split(':') ?? []
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce).setAAD(
    Buffer.from(String(boundTo)),
  )
  const body = [cipher.update(bytes), cipher.final()]
  return Buffer.concat([Buffer.from([id.length]), Buffer.from(id), nonce, cipher.getAuthTag(), ...body])
}

export const sealFormerly = (keys: string, boundTo: string | number, value: unknown): Buffer =>
  sealBytesFormerly(keys, boundTo, gzipSync(JSON.stringify(value)))
