import type { LanguageCode } from '#contract/rules/languages.ts'
import type { Site } from '#contract/sites.ts'
import { mailTexts } from '#texts/mails.ts'

export interface FooterLink {
  label: string
  url: string
}

/** The pages linked under every mail to a customer (spec §2): a landing domain keeps them at `/terms`, … */
const pages = ['terms', 'privacy', 'contact', 'refund'] as const

/**
 * The site's own link whose label has the English word, else that page of the domain that the order was bought on.
 * `publicUrl` is where links without a host lead.
 */
export function footerLinks(
  site: Site,
  landingDomain: string,
  publicUrl: string,
  language: LanguageCode = 'en',
): FooterLink[] {
  const domain = `https://${landingDomain}`
  const base = URL.canParse(domain) ? domain : publicUrl
  return pages.map((page) => {
    const label = mailTexts[language].footer[page]
    const own = site.links.find((link) => link.label.toLowerCase().includes(page))
    return own && URL.canParse(own.url, publicUrl)
      ? { label, url: new URL(own.url, publicUrl).href }
      : { label, url: new URL(`/${page}`, base).href }
  })
}
