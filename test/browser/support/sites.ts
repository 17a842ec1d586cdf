import type { Site } from '#contract/sites.ts'

const policy = { version: '1', text: 'As agreed.' }
const site = (domain: string, kind: Site['kind'], name: string): Site => ({
  domain,
  kind,
  name,
  links: [
    { label: 'Home', url: 'https://home.example/' },
    { label: 'Track Order', url: '/track-order' },
    { label: 'Island Blog', url: 'https://blog.example/' },
  ],
  contact: { email: 'help@home.example', phone: '', address: '' },
  terms: policy,
  refund: policy,
})

/** Beside the built-in site, which has every other domain. */
export const testSites = [
  site('island.example', 'product', 'Island Travel'),
  site('papers.example', 'portal', 'Travel Papers'),
]
