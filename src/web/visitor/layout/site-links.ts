import { trackPath } from '#contract/rules/visitor-addresses.ts'
import { useBrand } from '../brand.ts'
import { useTexts } from '../texts/languages.ts'

export interface SiteLink {
  label: string
  url: string
  /** It leads to the pages that the visitor is on. */
  isCurrent: boolean
}

const isTrackingUrl = (url: string) => url.replace(/\/$/, '').endsWith(trackPath(null))

/** Product sites have their own links, a document portal Contact Us alone (spec §2). */
export function useSiteLinks(): SiteLink[] {
  const brand = useBrand()
  const texts = useTexts()
  if (!brand) return []
  const links =
    brand.kind === 'portal' ? [{ label: texts.contactUs, url: `mailto:${brand.contact.email}` }] : brand.links
  return links.map((link) => ({ ...link, isCurrent: isTrackingUrl(link.url) }))
}
