import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { closeServer, urlOf } from './mail/servers.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number | string }
}
interface CollectedSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
}
interface Export {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: CollectedSpan[] }[] }[]
}

/** A collector of OpenTelemetry that takes traces by OTLP over HTTP, as JSON. */
export async function startTraceCollector() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      if (request.url === '/v1/traces') bodies.push(body.toString())
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const exports = () => bodies.flatMap((body) => (JSON.parse(body) as Export).resourceSpans)
  return {
    url: urlOf(server),
    /** All that came, as it came. */
    text: () => bodies.join('\n'),
    spans: () => exports().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    resources: () => exports().map(({ resource }) => resource.attributes),
    stop: () => closeServer(server),
  }
}
