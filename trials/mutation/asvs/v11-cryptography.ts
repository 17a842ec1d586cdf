import { faultsIn, instead, without, type AsvsFault } from './asvs-fault.ts'

const listed = "test/asvs.test.ts › every algorithm that the server's code names is listed"
const seal = 'src/server/platform/seal.test.ts'
const changedBytes = `${seal} › refuses changed bytes, and an authentication tag that was cut`

/** Chapter 11 of ASVS: cryptography. */
export const cryptographyFaults: AsvsFault[] = [
  ...faultsIn('docs/security.md', {
    '11.1.2': without('(`aes-256-gcm`)', listed),
  }),
  ...faultsIn('src/server/platform/server-keys.ts', {
    '11.1.1': without(
      'if (!dataKeys.find(keyId)) throw missingKey(keyId)',
      'test/safety/data-keys.test.ts › a start with %s stops, and changes nothing',
    ),
  }),
  ...faultsIn('src/server/platform/auth/tokens.ts', {
    '11.2.1 11.4.3': instead("createHash('sha256')", "createHash('md5')", listed),
    '11.5.1': instead(
      "randomBytes(32).toString('base64url')",
      'Math.random().toString(36)',
      "test/asvs.test.ts › the server's code names nothing that is not to be used",
    ),
  }),
  ...faultsIn('src/server/platform/sealed-columns.ts', {
    '11.2.2': without(
      "{ column: 'sealed_reference', boundTo: 'order_id' }",
      'test/http/reseal.test.ts › every sealed column is among those that are sealed anew',
    ),
  }),
  ...faultsIn('src/server/config/storage.ts', {
    '11.2.3': instead(
      '[A-Za-z0-9+/]{43}=$/',
      '[A-Za-z0-9+/]+=*$/',
      'src/server/config/config.test.ts › %o is refused in one line',
    ),
  }),
  ...faultsIn('src/server/platform/files/sealed-chunks.ts', {
    '11.3.1': instead("createCipheriv('aes-256-gcm'", "createCipheriv('aes-256-cbc'", listed),
  }),
  ...faultsIn('src/server/platform/seal.ts', {
    '11.2.2': instead(
      'sealBytes(place, rowId, openBytes(place, rowId, sealed))',
      'sealed',
      `${seal} › a newer key closes, the older one still opens, and what it closed is sealed anew`,
    ),
    '11.3.2': [
      instead(
        'Buffer.concat([decipher.update(body), decipher.final()])',
        'decipher.update(body)',
        changedBytes,
      ),
      without(', { authTagLength: tagBytes }', changedBytes),
    ],
    '11.3.3': instead(
      'Buffer.concat([decipher.update(body), decipher.final()])',
      'decipher.update(body)',
      `${seal} › opens what it closed, and only in the row and the column that it was closed for`,
    ),
  }),
  ...faultsIn('src/server/platform/auth/passwords.ts', {
    '11.4.2': instead(
      'memoryCost: 19_456, timeCost: 2',
      'memoryCost: 19_456, timeCost: 1',
      'src/server/platform/auth/passwords.test.ts › a hash is of argon2id with 19 MiB and two passes, and has a salt of its own',
    ),
  }),
  ...faultsIn('src/server/hooks/aws/receive-sns.ts', {
    '11.4.3 11.6.1': without(
      'if (!snsSignatureVersions.includes(message.SignatureVersion)) return refuseSignature()',
      'test/safety/edges.test.ts › is believed with a signature of version 2 only',
    ),
  }),
]
