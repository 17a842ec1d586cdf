import { expect, test } from 'vitest'
import { builtInSite, ownSite, siteAmong } from './site-of-domain.ts'

const named = (domain: string) => ({ ...builtInSite, domain, name: domain })
const sites = [named('pabean.example'), named('arrival.pabean.example'), named('*')]

test.each([
  ['pabean.example', 'pabean.example'],
  ['www.pabean.example', 'pabean.example'],
  ['arrival.pabean.example', 'arrival.pabean.example'],
  ['a.b.Arrival.Pabean.Example', 'arrival.pabean.example'],
  ['pabean.example.', 'pabean.example'],
  ['notpabean.example', '*'],
  ['', '*'],
  ['*', '*'],
])('the site of %j is %s', (domain, expected) => {
  expect(siteAmong(sites, domain).name).toBe(expected)
})

test.each(['elsewhere.example', '*'])('%s is no site of its own', (domain) => {
  expect(ownSite(sites, domain)).toBeUndefined()
})

test('without a file the built-in site serves every domain', () => {
  expect(siteAmong([], 'elsewhere.example')).toBe(builtInSite)
})
