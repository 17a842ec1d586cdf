import { expect, test } from 'vitest'
import { logRequests, type EndedRequest } from './request-watch.ts'

test('a request is logged at info, a successful probe at debug', () => {
  const lines: [string, string | null, number | null][] = []
  const lineAt = (level: string) => (request: object) => {
    const { call, status } = request as EndedRequest
    lines.push([level, call, status])
  }
  const note = logRequests({ info: lineAt('info'), debug: lineAt('debug') })
  const ended = { reqId: 'a', method: 'GET', ms: 1, bytes: 100, actor: 'visitor' as const }
  note({ ...ended, call: '/api/admin/orders', status: 200 })
  note({ ...ended, call: '/readyz', status: 200 })
  note({ ...ended, call: '/readyz', status: 503 })
  note({ ...ended, call: null, status: 404 })
  expect(lines).toEqual([
    ['info', '/api/admin/orders', 200],
    ['debug', '/readyz', 200],
    ['info', '/readyz', 503],
    ['info', null, 404],
  ])
})
