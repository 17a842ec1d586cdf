import { useBrand } from '../brand.ts'
import { Personal } from '../Personal.tsx'
import { useTexts } from '../texts/languages.ts'
import { useSiteLinks } from './site-links.ts'
import css from './SiteFooter.module.css'

/** The site's links again, and how to reach it. */
export function SiteFooter() {
  const texts = useTexts()
  const contact = useBrand()?.contact
  const links = useSiteLinks()
  return (
    <footer className={css.foot}>
      <div className={css.inner}>
        <nav aria-label={texts.footer}>
          <ul className={css.links}>
            {links.map(({ label, url }) => (
              <li key={url}>
                <a href={url}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        {contact && (
          <address className={css.contact}>
            <a href={`mailto:${contact.email}`}>
              <Personal>{contact.email}</Personal>
            </a>
            {contact.phone && (
              <a href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>
                <Personal>{contact.phone}</Personal>
              </a>
            )}
            {contact.address && <Personal>{contact.address}</Personal>}
          </address>
        )}
      </div>
    </footer>
  )
}
