import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { isSignedBy } from './aws-signature.ts'

/** S3 may give fewer names than were asked for; so few that a list of some files is several pages. */
const namesPerPage = 50

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

const refuse = (status: number, code: string, message: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
})
const noSuchKey = refuse(404, 'NoSuchKey', 'The specified key does not exist.')

const escapeXml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The bytes of `bytes=2-4`, `bytes=2-` or `bytes=-4`; null where there are none. */
function slice(bytes: Buffer, range: string): { part: Buffer; start: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  const start = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes.length : Number(last) + 1
  const part = bytes.subarray(start, end)
  return part.length === 0 ? null : { part, start }
}

const missing = (error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

interface BucketServerOptions {
  /** Each bucket is a folder in it, each object a file. */
  directory: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * The part of S3 that we use, by paths: it checks signatures, makes buckets, puts, gets, describes, deletes and lists objects.
 * An object is there as a whole or not at all.
 */
export function createBucketServer({ directory, ...key }: BucketServerOptions): Server {
  async function putObject(bucket: string, path: string, bytes: Buffer): Promise<Answer> {
    const unfinished = join(directory, '.unfinished')
    await mkdir(unfinished, { recursive: true })
    const incoming = join(unfinished, randomUUID())
    await writeFile(incoming, bytes)
    const isStored = await rename(incoming, path).then(() => true, missing)
    if (isStored) return { status: 200, headers: { etag: etagOf(bytes) } }
    await rm(incoming)
    return noSuchBucket(bucket)
  }

  async function readObject(path: string, range: string | undefined): Promise<Answer> {
    const [bytes, known] = [await readFile(path).catch(missing), await stat(path).catch(missing)]
    if (!bytes || !known) return noSuchKey
    const headers = { etag: etagOf(bytes), 'last-modified': known.mtime.toUTCString() }
    if (range === undefined) return { status: 200, headers, body: bytes }
    const found = slice(bytes, range)
    if (!found) return refuse(416, 'InvalidRange', 'The requested range is not satisfiable')
    const { part, start } = found
    const contentRange = `bytes ${start}-${start + part.length - 1}/${bytes.length}`
    return { status: 206, headers: { ...headers, 'content-range': contentRange }, body: part }
  }

  async function listObjects(bucket: string, query: URLSearchParams): Promise<Answer> {
    const files = await readdir(join(directory, bucket)).catch(missing)
    if (!files) return noSuchBucket(bucket)
    const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? '']
    const keys = files
      .map(decodeURIComponent)
      .filter((name) => name.startsWith(prefix) && name > after)
      .toSorted()
    const page = keys.slice(0, namesPerPage)
    const contents = await Promise.all(
      page.map(async (name) => {
        // Removed since the folder was read.
        const known = await stat(pathOf(bucket, name)).catch(missing)
        return known
          ? `<Contents><Key>${escapeXml(name)}</Key><LastModified>${known.mtime.toISOString()}</LastModified><Size>${known.size}</Size></Contents>`
          : ''
      }),
    )
    const next = keys.length > page.length ? (page.at(-1) ?? '') : null
    const rest = next === null ? '' : `<NextContinuationToken>${escapeXml(next)}</NextContinuationToken>`
    return {
      status: 200,
      headers: { 'content-type': 'application/xml' },
      body: `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${next !== null}</IsTruncated>${rest}${contents.join('')}</ListBucketResult>`,
    }
  }

  const pathOf = (bucket: string, name: string) => join(directory, bucket, encodeURIComponent(name))

  async function answer(request: IncomingMessage): Promise<Answer> {
    const body = await buffer(request)
    if (!isSignedBy({ service: 's3', ...key }, request, body))
      return refuse(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match.')
    const [address = '', query = ''] = (request.url ?? '').split('?')
    const [bucket = '', ...rest] = address.slice(1).split('/').map(decodeURIComponent)
    const name = rest.join('/')
    if (!/^[a-z0-9][a-z0-9.-]+$/.test(bucket))
      return refuse(400, 'InvalidBucketName', 'The specified bucket is not valid.')
    const path = pathOf(bucket, name)
    const asked = new URLSearchParams(query)
    switch (`${request.method} ${name === '' ? 'bucket' : 'object'}`) {
      case 'PUT bucket':
        await mkdir(join(directory, bucket), { recursive: true })
        return { status: 200 }
      case 'GET bucket':
        if (asked.get('list-type') === '2') return listObjects(bucket, asked)
        break
      case 'PUT object':
        return putObject(bucket, path, body)
      case 'GET object':
      case 'HEAD object':
        return readObject(path, request.headers.range)
      case 'DELETE object':
        await rm(path, { force: true })
        return { status: 204 }
    }
    return refuse(501, 'NotImplemented', 'A request that the product does not make.')
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { status, headers, body = '' } = await answer(request)
    const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }
    response.writeHead(status, { ...headers, ...length }).end(request.method === 'HEAD' ? undefined : body)
  }

  const listener = (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response).catch(() => response.destroy())
  }
  // Some gateways, and proxies in front of them, never say that a request may continue.
  return createServer(listener).on('checkContinue', listener)
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
const noSuchBucket = (name: string) => refuse(404, 'NoSuchBucket', `The bucket ${name} does not exist.`)
