import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

export interface FuzzRequest {
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

export interface FuzzReply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  ms: number
}

const timeoutMs = 60_000

const decoders = new Map([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
])

/** A reply to HEAD names an encoding and has no body. */
const decode = (headers: IncomingHttpHeaders, body: Buffer) =>
  (body.length > 0 && decoders.get(headers['content-encoding'] ?? '')?.(body)) || body

export const createAgent = (concurrency: number) => new Agent({ keepAlive: true, maxSockets: concurrency })

/** Sends a request as it is. Rejects where the connection ends early; of an event stream the first event is enough. */
export function exchange(url: string, agent: Agent, asked: FuzzRequest): Promise<FuzzReply> {
  const { method, path, headers, body } = asked
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method,
        path,
        headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
        timeout: timeoutMs,
      },
      (answer) => {
        const chunks: Buffer[] = []
        const finish = () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: decode(answer.headers, Buffer.concat(chunks)),
            ms: performance.now() - begun,
          })
        const isEndless = answer.headers['content-type']?.startsWith('text/event-stream')
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          if (!isEndless) return
          finish()
          answer.destroy()
        })
        answer.on('error', reject)
        answer.on('end', finish)
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`no reply in ${timeoutMs} ms`)))
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}
