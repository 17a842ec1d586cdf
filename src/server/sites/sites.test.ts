import { expect, test } from 'vitest'
import { builtInSite, findNamedSite, resolveSite } from './sites.ts'

const siteNamed = (domain: string) => ({ ...builtInSite, domain, name: domain })
const sites = [siteNamed('pabean.example'), siteNamed('arrival.pabean.example'), siteNamed('*')]

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
  expect(resolveSite(sites, domain).name).toBe(expected)
})

test.each(['elsewhere.example', '*'])('%s has no named site', (domain) => {
  expect(findNamedSite(sites, domain)).toBeUndefined()
})

test('without a file the built-in site serves every domain', () => {
  expect(resolveSite([], 'elsewhere.example')).toBe(builtInSite)
})
