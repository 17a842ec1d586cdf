import { expect, test } from 'vitest'
import { createLog, describeError } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('debug', { write: (line) => lines.push(line) }))
  expect(lines).toHaveLength(1)
  expect(() => JSON.parse(lines[0] ?? '')).not.toThrow()
  return lines[0] ?? ''
}

test.each([
  ['550 5.1.1 <siti.nurhaliza+a@mail.example.com>: no such user', '550 5.1.1 <[e-mail]>: no such user'],
  ['GET /orders?email=siti%40example.com&page=2', 'GET /orders?email=[e-mail]&page=2'],
  ['connect ECONNREFUSED 203.0.113.7:5432', 'connect ECONNREFUSED [address]:5432'],
  ['from 2001:db8:85a3::8a2e:370:7334, at 12:30:45', 'from [address], at 12:30:45'],
  ['from ::ffff:203.0.113.7', 'from [address]'],
  ['listening on http://127.0.0.1:3000', 'listening on http://127.0.0.1:3000'],
  ['PostgreSQL 18.4, node v20.19.1', 'PostgreSQL 18.4, node v20.19.1'],
])('%s', (text, masked) => {
  expect(describeError(new Error(text))).toBe(masked)
  expect(JSON.parse(logged((log) => log.info(text))).msg).toBe(masked)
})

test('an entry is one line with time and level, whatever its text', () => {
  const text = 'first line %s %o\r\n{"level":60,"msg":"made up"}\u001b[31m'
  const before = Date.now()
  const line = logged((log) => log.warn({ requestId: 'r1' }, text))
  expect(line.trimEnd()).not.toMatch(/[\p{Cc}]/u)
  const entry: unknown = JSON.parse(line)
  expect(entry).toMatchObject({ level: 40, msg: text, requestId: 'r1', pid: process.pid })
  expect(entry).toHaveProperty(
    'time',
    expect.toSatisfy((time: number) => time >= before && time <= Date.now()),
  )
})

test('an error is logged without the rows and values that PostgreSQL quotes', () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "members_email"'), {
    code: '23505',
    detail: 'Key (lower(btrim(email)))=(Siti Nurhaliza) already exists.',
  })
  const line = logged((log) => log.error({ err: error }, 'a job failed'))
  expect(line).toContain('members_email')
  expect(line).not.toContain('Siti')
  const unreadable = Object.assign(new Error('invalid input syntax for type bigint: "Siti"'), {
    code: '22P02',
  })
  const second = logged((log) => log.error({ err: unreadable }, 'a job failed'))
  expect(second).toContain('invalid input syntax for type bigint')
  expect(second).not.toContain('Siti')
})

test('further properties of an error are left out, such as the recipients of a refused mail', () => {
  const error = Object.assign(new Error('Recipient refused'), {
    code: 'EENVELOPE',
    rejected: ['siti'],
    response: 'siti is unknown',
  })
  const line = logged((log) => log.error({ err: error, mailId: 'abc' }, 'a mail was not sent'))
  expect(JSON.parse(line)).toMatchObject({
    mailId: 'abc',
    err: { message: 'Recipient refused', code: 'EENVELOPE' },
  })
  expect(line).not.toContain('siti')
})
