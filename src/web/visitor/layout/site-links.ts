import { trackPath } from '#contract/rules/visitor-addresses.ts'
import { useBrand } from '../brand.ts'
import { useTexts } from '../localization.ts'

export interface SiteLink {
  label: string
  url: string
  /** It leads to the pages that the visitor is on. */
  isCurrent: boolean
}

const isTrackingUrl = (url: string) => url.replace(/\/$/, '').endsWith(trackPath(null))

/**
 * Product sites have their own links, a document portal Contact Us alone (spec §2). The labels of the built-in site are
 * in the visitor's language, wherever a site uses them; others are shown as the site has them.
 */
export function useSiteLinks(): SiteLink[] {
  const brand = useBrand()
  const texts = useTexts()
  if (!brand) return []
  const labels = new Map([
    ...Object.entries(texts.siteLinks),
    ['Track Order', texts.track.title],
    ['Contact Us', texts.contactUs],
  ])
  const links =
    brand.kind === 'portal' ? [{ label: 'Contact Us', url: `mailto:${brand.contact.email}` }] : brand.links
  return links.map(({ label, url }) => ({
    label: labels.get(label) ?? label,
    url,
    isCurrent: isTrackingUrl(url),
  }))
}
