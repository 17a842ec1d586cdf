import { expect, test } from 'vitest'
import { bareAddress } from './ip-address.ts'

test.each([
  ['203.0.113.77', '203.0.113.77'],
  [' 203.0.113.77:51008 ', '203.0.113.77'],
  ['"203.0.113.77:443"', '203.0.113.77'],
  ['2001:DB8:0:0:0:0:0:7', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['"[2001:db8::7]:443"', '2001:db8::7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:203.0.113.77', '203.0.113.77'],
  ['[::FFFF:cb00:714d]:443', '203.0.113.77'],
])('%j holds the address %s', (text, address) => {
  expect(bareAddress(text)).toBe(address)
})

test.each([
  'unknown',
  '',
  '_hidden',
  'garbage<script>',
  '1.2.3.4.5',
  '1.2.3.4:',
  '[1.2.3.4',
  '::1]',
  '300.1.1.1',
  '01.2.3.4',
  'proxy.local:80',
])('%j holds no address', (text) => {
  expect(bareAddress(text)).toBeNull()
})
