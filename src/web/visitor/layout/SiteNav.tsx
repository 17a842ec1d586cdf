import { trackPath } from '#contract/rules/visitor-addresses.ts'
import { Icon } from '../Icon.tsx'
import { LogoMark } from '#web/ui/Logo.tsx'
import { pathWithTranslation, useAddress } from '../address.ts'
import { useBrand } from '../brand.ts'
import { useTexts } from '../localization.ts'
import { Disclosure } from './Disclosure.tsx'
import { useSiteLinks } from './site-links.ts'
import css from './layout.module.css'

/** Brand and links of the site; on a narrow screen the links wait behind Menu. */
export function SiteNav() {
  const texts = useTexts()
  const brand = useBrand()
  const { search } = useAddress()
  return (
    <header className={css.head}>
      <div className={css.inner}>
        <a
          className={`${css.brand} notranslate`}
          translate="no"
          href={pathWithTranslation(trackPath(null), search)}
          aria-label={brand?.name ?? texts.track.title}
        >
          <LogoMark size={34} />
          {brand?.name}
        </a>
        <Links className={css.wide} />
        <Disclosure
          className={css.menu}
          summary={
            <>
              <Icon name="menu" />
              {texts.menu}
            </>
          }
        >
          <Links className={css.list} />
        </Disclosure>
      </div>
    </header>
  )
}

function Links({ className }: { className: string | undefined }) {
  const texts = useTexts()
  const links = useSiteLinks()
  return (
    <nav className={className} aria-label={texts.menu}>
      <ul>
        {links.map(({ label, url, isCurrent }) => (
          <li key={url}>
            <a href={url} aria-current={isCurrent ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
