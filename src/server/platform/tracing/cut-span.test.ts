import { expect, test } from 'vitest'
import { tracing } from '@opentelemetry/sdk-node'
import { cutSpan, withoutLiterals } from './cut-span.ts'

/** A span that ended with an error, as an instrumentation would make it. */
function spanOf(name: string, attributes: Record<string, string | number>): tracing.ReadableSpan {
  const kept = new tracing.InMemorySpanExporter()
  const provider = new tracing.BasicTracerProvider({
    spanProcessors: [new tracing.SimpleSpanProcessor(kept)],
  })
  const span = provider.getTracer('test').startSpan(name, { attributes })
  span.recordException(new Error('duplicate key: Siti Nurhaliza'))
  span.setStatus({ code: 2, message: 'duplicate key: Siti Nurhaliza' })
  span.end()
  const [made] = kept.getFinishedSpans()
  if (!made) throw new Error('A span that has ended is kept.')
  return made
}

test('of a request its pattern and status leave, and nothing that it said', () => {
  const cut = cutSpan(
    spanOf('GET /orders/2000001', {
      'http.request.method': 'GET',
      'http.route': '/orders/:orderId',
      'http.response.status_code': 500,
      'url.path': '/orders/2000001',
      'url.query': 'email=siti@example.com',
      'client.address': '203.0.113.7',
      'user_agent.original': 'Siti',
      'server.address': 'siti.example.com',
      'made.up.later': 'Siti',
    }),
  )
  expect(cut.name).toBe('GET /orders/:orderId')
  expect(cut.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/orders/:orderId',
    'http.response.status_code': 500,
  })
  expect([cut.status, cut.events]).toEqual([{ code: 2 }, []])
})

test('of a statement its text leaves, without what is written in it', () => {
  const text = "select * from orders where email = 'siti''s@example.com' and id = $1"
  const cut = cutSpan(
    spanOf('pg.query:SELECT pabean', { 'db.system.name': 'postgresql', 'db.query.text': text }),
  )
  expect(cut.attributes['db.query.text']).toBe("select * from orders where email = '?' and id = $1")
  expect(cut.name).toBe('pg.query:SELECT')
})

test('a text of any length and with any quotes is cut', () => {
  expect(withoutLiterals("a 'b' c 'd''e' f")).toBe("a '?' c '?' f")
  expect(withoutLiterals('x'.repeat(9000))).toHaveLength(2000)
})
