import http from 'node:http'
import https from 'node:https'
import { createConnectionAgents } from './connections.ts'
import type { SendTimeouts } from './transport.ts'

interface PostResponse {
  status: number
  headers: http.IncomingHttpHeaders
  /** The beginning of the body, for error messages. */
  body: string
}

const maxBodyChars = 4096

/** One POST on a connection of its own, without redirects. Resolves as soon as the status is known. */
export type Post = (url: URL, headers: Record<string, string>, body: string) => Promise<PostResponse>

export function createPost(timeouts: SendTimeouts): Post {
  const { httpAgent, httpsAgent } = createConnectionAgents(timeouts.connect)
  return (url, headers, body) =>
    new Promise((resolve, reject) => {
      const begin = url.protocol === 'https:' ? https.request : http.request
      const request = begin(url, {
        method: 'POST',
        agent: url.protocol === 'https:' ? httpsAgent : httpAgent,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(timeouts.send),
      })
      request.on('error', reject)
      request.on('response', (response) => {
        let text = ''
        const end = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text = (text + part).slice(0, maxBodyChars)
        })
        // The status decides the outcome; an incomplete body does not change it.
        response.on('error', end)
        response.on('close', end)
      })
      request.end(body)
    })
}
