import http from 'node:http'
import https from 'node:https'
import { freshConnections } from './connections.ts'
import type { Deadlines } from './transport.ts'

interface PostAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  /** Its beginning, for people. */
  body: string
}

const mostOfBody = 4096

/** One POST on a connection of its own, without redirects. Resolves as soon as the status is known. */
export type Post = (url: URL, headers: Record<string, string>, body: string) => Promise<PostAnswer>

export function createPost(deadlines: Deadlines): Post {
  const { httpAgent, httpsAgent } = freshConnections(deadlines.connect)
  return (url, headers, body) =>
    new Promise((resolve, reject) => {
      const begin = url.protocol === 'https:' ? https.request : http.request
      const request = begin(url, {
        method: 'POST',
        agent: url.protocol === 'https:' ? httpsAgent : httpAgent,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(deadlines.send),
      })
      request.on('error', reject)
      request.on('response', (response) => {
        let said = ''
        const end = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: said })
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          said = (said + part).slice(0, mostOfBody)
        })
        // The status has told the outcome; words that were cut off change nothing about it.
        response.on('error', end)
        response.on('close', end)
      })
      request.end(body)
    })
}
