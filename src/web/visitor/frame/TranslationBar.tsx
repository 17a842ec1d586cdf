import { useContext } from 'react'
import { Icon } from '#web/ui/Icon.tsx'
import { LanguageContext, languageCodes, languages, useTexts } from '../texts/languages.ts'
import css from './TranslationBar.module.css'

/** The languages of these pages (spec §2); each is an address, so that it works before any script does. */
export function TranslationBar() {
  const texts = useTexts()
  const present = useContext(LanguageContext)
  return (
    <nav className={css.bar} aria-label={texts.language}>
      <div className={css.inner}>
        <Icon name="globe" className={css.globe} />
        <ul className={css.list}>
          {languageCodes.map((code) => (
            <li key={code}>
              <a
                href={`?lang=${code}`}
                hrefLang={code}
                lang={code}
                aria-current={code === present ? 'true' : undefined}
              >
                {languages[code].name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}
