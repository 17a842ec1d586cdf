import { expect, test } from 'vitest'
import { momentName, momentOf } from './moment-names.ts'

const moment = new Date('2026-11-29T09:54:10.998Z')

test('a moment has one name without a colon, and names of earlier versions are read', () => {
  const name = momentName(moment)
  expect(name).not.toContain(':')
  for (const it of [name, `${name}-1b4c`, moment.toISOString()]) expect(momentOf(it)).toBe(moment.getTime())
  const earlierVersion = new Date(moment.getTime() - 60_000).toISOString()
  expect([name, earlierVersion].toSorted()).toEqual([earlierVersion, name])
})
