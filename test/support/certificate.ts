import { generateKeyPairSync, sign, X509Certificate, type KeyObject } from 'node:crypto'

/** Encodes a DER value: tag, length, contents. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const bytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...bytes]), content])
}
const sequence = (...contents: Buffer[]) => der(0x30, ...contents)

const rsaWithSha256 = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'))
const commonName = (name: string) =>
  sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)))))
const time = (at: Date) =>
  der(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`))

export interface KeyAndCertificate {
  privateKey: KeyObject
  pem: string
}

/** Creates a key pair with a self-signed certificate (RFC 5280). */
export function createSelfSigned(name: string, { from, to }: { from: Date; to: Date }): KeyAndCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    rsaWithSha256,
    commonName(name),
    sequence(time(from), time(to)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('RSA-SHA256', toBeSigned, privateKey))
  return { privateKey, pem: new X509Certificate(sequence(toBeSigned, rsaWithSha256, signature)).toString() }
}
