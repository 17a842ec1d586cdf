import { useBrand } from '../brand.ts'
import { PersonalText } from '../PersonalText.tsx'
import { useTexts } from '../localization.ts'
import { useSiteLinks } from './site-links.ts'
import css from './layout.module.css'

/** The site's links again, and how to reach it. */
export function SiteFooter() {
  const texts = useTexts()
  const contact = useBrand()?.contact
  const links = useSiteLinks()
  return (
    <footer className={css.foot}>
      <div className={css.footerInner}>
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
              <PersonalText>{contact.email}</PersonalText>
            </a>
            {contact.phone && (
              <a href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>
                <PersonalText>{contact.phone}</PersonalText>
              </a>
            )}
            {contact.address && <PersonalText>{contact.address}</PersonalText>}
          </address>
        )}
      </div>
    </footer>
  )
}
