import type { Site } from '#contract/sites.ts'

export interface FooterLink {
  label: string
  url: string
}

/** The links under every mail to a customer (spec §2), and where a landing domain keeps the page. */
const pages = [
  { label: 'Terms', path: '/terms' },
  { label: 'Privacy', path: '/privacy' },
  { label: 'Contact', path: '/contact' },
  { label: 'Refund', path: '/refund' },
] as const

/**
 * The site's own link whose label has the word, else that page of the domain that the order was bought on. `publicUrl`
 * is where links without a host lead.
 */
export function footerLinks(site: Site, landingDomain: string, publicUrl: string): FooterLink[] {
  const domain = `https://${landingDomain}`
  const base = URL.canParse(domain) ? domain : publicUrl
  return pages.map(({ label, path }) => {
    const own = site.links.find((link) => link.label.toLowerCase().includes(label.toLowerCase()))
    return own && URL.canParse(own.url, publicUrl)
      ? { label, url: new URL(own.url, publicUrl).href }
      : { label, url: new URL(path, base).href }
  })
}
