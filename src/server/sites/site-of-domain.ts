import { trackPath } from '#contract/rules/visitor-addresses.ts'
import type { Site } from '#contract/sites.ts'

/** The site without SITES_FILE, and the fallback where the file has no `*` (product §10). */
export const builtInSite: Site = {
  domain: '*',
  kind: 'product',
  name: 'Pabean',
  links: [
    { label: 'Home', url: 'https://pabean.example/' },
    { label: 'Arrival Declaration', url: 'https://arrival.pabean.example/' },
    { label: 'Departure Declaration', url: 'https://departure.pabean.example/' },
    { label: 'Track Order', url: trackPath(null) },
    { label: 'Contact Us', url: 'mailto:help@pabean.example' },
  ],
  contact: {
    email: 'help@pabean.example',
    phone: '+62 21 5550 1234',
    address: 'Jl. Contoh No. 8, Jakarta 10110, Indonesia',
  },
  seller: {
    name: 'PT Pabean Contoh Digital',
    address: 'Jl. Contoh No. 8, Jakarta 10110, Indonesia',
    taxNumber: '0012 3456 7890 1000',
    taxLabel: 'NPWP',
  },
  terms: {
    version: '2026-01',
    text: [
      'We prepare your electronic customs declaration from what you tell us, hand it in with the Indonesian customs',
      'office, and send you the approved document by e-mail and on this site.\n\n',
      'You are responsible for giving correct and complete answers. A declaration can be handed in from three days',
      'before you travel; an order placed earlier waits until then. The fee is for our service. The customs office asks',
      'no fee for the declaration itself, and you may also hand it in there yourself.\n\n',
      'We keep your data only as long as the order and the law need it.',
    ].join(' '),
  },
  refund: {
    version: '2026-01',
    text: [
      'You get the whole fee back if you cancel before we hand in your declaration, or if the customs office refuses it',
      'for a reason that is not in your answers. Once the approved document has been sent, the service is rendered and',
      'the fee is not refunded. Write to us with your order ID; the money returns to the card that was charged within',
      'ten working days.',
    ].join(' '),
  },
}

/** The site of the domain or of its nearest parent domain; undefined where only `*` matches. */
export function findNamedSite(sites: readonly Site[], domain: string): Site | undefined {
  const labels = domain.trim().toLowerCase().replace(/\.$/, '').split('.')
  const names = labels.map((_, from) => labels.slice(from).join('.'))
  return names.flatMap((name) => sites.find((site) => site.domain === name && name !== '*') ?? [])[0]
}

/** The site of a domain, with `*` as the fallback. */
export const resolveSite = (sites: readonly Site[], domain: string): Site =>
  findNamedSite(sites, domain) ?? sites.find((site) => site.domain === '*') ?? builtInSite
