import { expect, test } from 'vitest'
import { addressKey, addressNetworks } from './address-key.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is counted as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})

test('an IPv6 address is counted by its larger networks, too', () => {
  expect(addressNetworks('2001:db8:1:2fe:3::4')).toEqual([
    { key: '2001:db8:1:2fe::/64', share: 1 },
    { key: '2001:db8:1:200::/56', share: 2 },
    { key: '2001:db8:1::/48', share: 4 },
  ])
  expect(addressNetworks('::ffff:203.0.113.9')).toEqual([{ key: '203.0.113.9', share: 1 }])
})
