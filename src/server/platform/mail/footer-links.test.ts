import { expect, test } from 'vitest'
import type { Site } from '#contract/sites.ts'
import { footerLinks } from './footer-links.ts'

const policy = { version: '1', text: '' }
const site: Site = {
  domain: 'visa.example',
  kind: 'product',
  name: 'Visa',
  links: [
    { label: 'Contact Us', url: 'mailto:help@visa.example' },
    { label: 'Our terms', url: 'https://visa.example/agb' },
    { label: 'Refund policy', url: '/refund-policy' },
    { label: 'Privacy', url: 'https://' },
  ],
  contact: { email: '', phone: '', address: '' },
  terms: policy,
  refund: policy,
}

test('a site links its own pages; the landing domain has the rest', () => {
  expect(footerLinks(site, 'arrival.visa.example', 'https://desk.example')).toEqual([
    { label: 'Terms', url: 'https://visa.example/agb' },
    { label: 'Privacy', url: 'https://arrival.visa.example/privacy' },
    { label: 'Contact', url: 'mailto:help@visa.example' },
    { label: 'Refund', url: 'https://desk.example/refund-policy' },
  ])
})

test('an invalid landing domain is replaced by the public address', () => {
  const urls = footerLinks({ ...site, links: [] }, '<b> no domain', 'https://desk.example').map(
    ({ url }) => url,
  )
  expect(urls).toEqual(
    ['/terms', '/privacy', '/contact', '/refund'].map((path) => `https://desk.example${path}`),
  )
})
