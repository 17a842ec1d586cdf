import { useId, useState } from 'react'
import { Icon } from '#web/ui/Icon.tsx'
import { LogoMark } from '#web/ui/Logo.tsx'
import { useBrand } from '../brand.ts'
import { trackPath } from '../routes.ts'
import { useTexts } from '../texts/languages.ts'
import { useSiteLinks } from './site-links.ts'
import css from './SiteNav.module.css'

/** Brand and links of the site; on a narrow screen the links wait behind Menu. */
export function SiteNav() {
  const texts = useTexts()
  const brand = useBrand()
  const links = useSiteLinks()
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  return (
    <header className={css.head}>
      <div className={css.inner}>
        <a className={css.brand} href={trackPath(null)} aria-label={brand?.name ?? texts.track.title}>
          <LogoMark size={34} />
          {brand?.name}
        </a>
        <button
          type="button"
          className={css.menu}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name="menu" />
          {texts.menu}
        </button>
        <nav className={css.nav} id={listId} data-open={isOpen} aria-label={texts.menu}>
          <ul>
            {links.map(({ label, url, isHere }) => (
              <li key={url}>
                <a href={url} aria-current={isHere ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  )
}
