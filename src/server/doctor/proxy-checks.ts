import http from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream'
import { Readable } from 'node:stream'
import { maxUploadBytes, uploadDocument } from '#contract/documents.ts'
import type { Config } from '#server/config.ts'
import { streamMs } from '#server/platform/http/health.ts'
import { hasPages } from '#server/platform/http/pages.ts'
import { fault, reasonOf, type Finding } from './check.ts'

const timeoutMs = 10_000
const uploadTimeoutMs = 60_000
const chunkBytes = 64 * 1024

type ProxyFault = Promise<Finding[]>

const get = (url: string) => fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })

/** A redirect of an address that should answer itself; null where it answers. */
export async function findRedirect({ publicUrl, isHttps }: Config, path: string): Promise<Finding | null> {
  const url = publicUrl + path
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  await response.body?.cancel()
  const location = response.headers.get('location')
  if (response.status < 300 || response.status > 399 || location === null) return null
  const target = URL.parse(location, url)?.href ?? location
  if (target === url && isHttps)
    return fault(
      `${url} leads to itself: the proxy that passes calls on to the server has to say X-Forwarded-Proto: https`,
    )
  return fault(`${url} leads to ${target}: name as PUBLIC_URL the address that answers itself`)
}

/** One page and one of its files. */
async function findPageFaults({ publicUrl }: Config): ProxyFault {
  if (!hasPages()) return []
  const page = await get(`${publicUrl}/`)
  const html = await page.text()
  const [, file] = /(?:src|href)="(\/assets\/[^"]+\.js)"/.exec(html) ?? []
  if (!page.ok || file === undefined)
    return [
      fault(
        `${publicUrl}/ answers ${page.status} and not the sign-in page: let the proxy pass everything on`,
      ),
    ]
  const script = await get(publicUrl + file)
  await script.body?.cancel()
  const type = script.headers.get('content-type') ?? 'nothing'
  if (script.ok && type.includes('javascript')) return []
  return [
    fault(`the page's file ${file} is answered with ${script.status}, ${type}: let the proxy pass it on`),
  ]
}

/** The status of the answer to a body of this size, which is sent only until the answer comes. */
function sendLarge(url: URL, bytes: number): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const begin = url.protocol === 'https:' ? https.request : http.request
    const request = begin(url, {
      method: uploadDocument.method,
      headers: { 'content-type': 'multipart/form-data; boundary=size', 'content-length': bytes },
      signal: AbortSignal.timeout(uploadTimeoutMs),
    })
    function* chunks() {
      for (let sent = 0; sent < bytes; sent += chunkBytes)
        yield Buffer.alloc(Math.min(chunkBytes, bytes - sent))
    }
    request.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      const end = () => {
        request.destroy()
        resolve({ status: response.statusCode ?? 0, text })
      }
      response.once('end', end).once('error', end)
    })
    // An answer may come while the body is being sent, whose rest then fails.
    pipeline(Readable.from(chunks()), request, (error) => {
      if (error) reject(error)
    })
  })
}

/** A body as large as the largest document, without a session: the server refuses it, and nothing before it does. */
async function findSizeFaults({ publicUrl }: Config): ProxyFault {
  const { status, text } = await sendLarge(new URL(`${publicUrl}/api${uploadDocument.path}`), maxUploadBytes)
  if (text.startsWith('{"status":')) return []
  const size = `${maxUploadBytes / 1024 ** 2} MB`
  return [
    fault(
      `a document of ${size} is answered with ${status} before it is here: let the proxy pass on bodies of 110 MB (nginx: client_max_body_size)`,
    ),
  ]
}

async function findStreamFaults({ publicUrl }: Config): ProxyFault {
  const response = await get(`${publicUrl}/healthz/stream`)
  let firstAt: number | undefined
  for await (const _ of response.body ?? []) firstAt ??= performance.now()
  const heldMs = firstAt === undefined ? streamMs : streamMs - (performance.now() - firstAt)
  if (response.ok && heldMs < streamMs / 2) return []
  return [
    fault(
      'the stream of changes is held back, so that desks learn of changes late: let the proxy pass answers on as they come (nginx: proxy_buffering off)',
    ),
  ]
}

const looks: Readonly<Record<string, (config: Config) => ProxyFault>> = {
  'the sign-in page': findPageFaults,
  'a large document': findSizeFaults,
  'the stream of changes': findStreamFaults,
}

/** What a proxy does not pass on as it should. */
export async function findProxyFaults(config: Config): Promise<Finding[]> {
  const found = await Promise.all(
    Object.entries(looks).map(([what, look]) =>
      look(config).catch((error: unknown) => [
        fault(`${what} does not come through (${reasonOf(error)}): see the proxy`),
      ]),
    ),
  )
  return found.flat()
}
