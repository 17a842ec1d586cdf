import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecurityLog } from './security-log.ts'

function setUp() {
  const lines: object[] = []
  const time = { now: 0 }
  const log = createSecurityLog({
    log: { warn: (line: object) => void lines.push(line) },
    seal: { hash: (_purpose, text) => createHash('sha256').update(text).digest() },
    clock: () => new Date(time.now),
  })
  const record = (ip: string, times: number) => {
    for (let i = 0; i < times; i++) log.record('input refused', ip, { path: '/api/titles' })
  }
  const leftOut = () => lines.flatMap((line) => ('leftOut' in line ? [line.leftOut] : []))
  return { log, lines, time, record, leftOut }
}

test('an address has ten lines a minute; the next minute begins with the number of omitted ones', () => {
  const { log, lines, time, record, leftOut } = setUp()
  record('203.0.113.1', 14)
  record('203.0.113.2', 3)
  expect(lines).toHaveLength(13)
  log.flush()
  expect(leftOut()).toEqual([])
  time.now = 60_000
  log.flush()
  expect(leftOut()).toEqual([4])
  record('203.0.113.1', 1)
  expect(lines).toHaveLength(15)
})

test('an event has two hundred lines a minute over all addresses; the end writes the remaining count', () => {
  const { log, lines, record, leftOut } = setUp()
  for (let i = 0; i < 500; i++) record(`203.0.${i}.1`, 2)
  expect(lines).toHaveLength(200)
  log.record('limit reached', '203.0.113.1', {})
  expect(lines).toHaveLength(201)
  log.flush(true)
  // Addresses without a line are not remembered.
  expect(lines.at(-1)).toEqual({ event: 'input refused', leftOut: 800 })
  expect(leftOut()).toEqual([800])
})

test('an IPv6 address is counted by its network', () => {
  const { lines, record } = setUp()
  for (let i = 0; i < 20; i++) record(`2001:db8::${i}`, 1)
  expect(lines).toHaveLength(10)
})
