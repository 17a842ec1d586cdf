import type { LanguageCode } from '#contract/rules/languages.ts'
import type { Site } from '#contract/sites.ts'
import { mailTexts } from '#texts/mails.ts'

export interface FooterLink {
  label: string
  url: string
}

/** The pages linked in every mail to a customer (spec §2). A landing domain has them at `/terms`, … */
const pages = ['terms', 'privacy', 'contact', 'refund'] as const

/**
 * The site's own link whose label contains the English word, else that page of the order's landing domain. `publicUrl`
 * is the base of links without a host.
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
