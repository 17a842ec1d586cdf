import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([\w-]+)\/(\w+)\/aws4_request), ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content).digest()

interface ExpectedSigner {
  service: 'ses' | 's3'
  accessKeyId: string
  secretAccessKey: string
}

/** Whether a request has the signature (AWS Signature Version 4) that this key makes of it and its body. */
export function isSignedBy(
  { service, accessKeyId, secretAccessKey }: ExpectedSigner,
  request: IncomingMessage,
  body: Buffer,
): boolean {
  const [, keyId, scope = '', day = '', region = '', signedService, names = '', signature] =
    authorization.exec(request.headers.authorization ?? '') ?? []
  if (keyId !== accessKeyId || signedService !== service) return false
  const header = (name: string) => String(request.headers[name] ?? '')
  const statedHash = header('x-amz-content-sha256')
  if (statedHash !== 'UNSIGNED-PAYLOAD' && statedHash !== sha256(body)) return false
  const [path, asked = ''] = (request.url ?? '/').split('?')
  const query = [...new URLSearchParams(asked)]
    .map((pair) => pair.map(encodeStrictly).join('='))
    .toSorted()
    .join('&')
  const headers = names.split(';').map((name) => `${name}:${header(name).trim().replaceAll(/ +/g, ' ')}\n`)
  const canonical = [request.method, path, query, headers.join(''), names, statedHash].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope, sha256(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  return hmac(key, toSign).toString('hex') === signature
}

/** RFC 3986, which leaves fewer characters as they are than `encodeURIComponent`. */
const encodeStrictly = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
