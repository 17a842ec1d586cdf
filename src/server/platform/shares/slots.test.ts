import { expect, test } from 'vitest'
import { provenHolder, strangerAt } from './holder.ts'
import { createSlots } from './slots.ts'

const limits = { perAddress: 2, perHolder: 3, strangers: 6, total: 8 }

function claims() {
  const claim = createSlots(limits)
  const ended: string[] = []
  return {
    ended,
    claim: (ip: string, speed = 100) =>
      claim(strangerAt(ip), { speed: () => speed, end: () => void ended.push(ip) }),
    claimAs: (key: string) => claim(provenHolder(key), { speed: () => 1, end: () => void ended.push(key) }),
  }
}

test('an address has a share of its network’s slots', () => {
  const { claim, ended } = claims()
  const slots = ['1', '1', '1', '2', '3'].map((host) => claim(`2001:db8:7:${host}::5`) !== null)
  expect(slots).toEqual([true, true, false, true, false])
  expect([claim('192.0.2.1'), claim('192.0.2.1'), claim('192.0.2.9')].map((slot) => slot !== null)).toEqual([
    true,
    true,
    true,
  ])
  expect(ended).toEqual([])
})

test('where all slots are taken, the slowest stranger loses its slot, never a member', () => {
  const { claim, claimAs, ended } = claims()
  for (const [at, speed] of [5, 3, 9, 1, 7, 8].entries()) claim(`198.51.${at}.1`, speed)
  expect(claim('203.0.113.1')).not.toBeNull()
  expect(ended).toEqual(['198.51.3.1'])
  expect([claimAs('member 1'), claimAs('member 2'), claimAs('member 3')].every(Boolean)).toBe(true)
  expect(ended).toEqual(['198.51.3.1', '198.51.1.1'])
})

test('a released slot is free again, once', () => {
  const { claim } = claims()
  const [first] = [claim('192.0.2.1'), claim('192.0.2.1')]
  expect(claim('192.0.2.1')).toBeNull()
  first?.()
  first?.()
  expect([claim('192.0.2.1') !== null, claim('192.0.2.1')]).toEqual([true, null])
})
