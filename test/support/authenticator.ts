import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyProof } from '#contract/factor-proof.ts'
import type { NewPasskey } from '#contract/second-factor.ts'

/** CBOR of what an attestation holds (RFC 8949). */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number) => {
    if (n < 24) return Buffer.from([(major << 5) | n])
    return n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flat().map((item) => cbor(item))])
  throw new Error('not needed here')
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer) => bytes.toString('base64url')

interface Ceremony {
  challenge: string
  origin: string
  rpId: string
}

/** An authenticator with one key, which signs whatever it is told to. */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const encodedId = base64url(id)
  const coordinates = [x, y].map((part) => Buffer.from(part, 'base64url'))
  const coseKey = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinates[0]],
      [-3, coordinates[1]],
    ]),
  )
  const clientData = (type: string, { challenge, origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (rpId: string, flags: number, counter: number, rest: Buffer[] = []) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, ...rest])
  }
  const common = { id: encodedId, rawId: encodedId, type: 'public-key', clientExtensionResults: {} } as const

  return {
    register(ceremony: Ceremony): NewPasskey {
      const idLength = Buffer.from([0, id.length])
      const authData = authenticatorData(ceremony.rpId, 0x41, 0, [Buffer.alloc(16), idLength, id, coseKey])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        ...common,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', ceremony)),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal'],
        },
      }
    },
    prove(ceremony: Ceremony, counter: number): PasskeyProof {
      const data = authenticatorData(ceremony.rpId, 0x01, counter)
      const client = clientData('webauthn.get', ceremony)
      return {
        ...common,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        },
      }
    },
  }
}
