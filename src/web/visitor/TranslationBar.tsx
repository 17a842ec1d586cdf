import { languageCodes, languages } from '#contract/rules/languages.ts'
import { parseTranslationLanguage } from '#contract/rules/translated-languages.ts'
import { hasSecret } from '#contract/rules/visitor-addresses.ts'
import { Icon } from './Icon.tsx'
import { searchWith, useAddress } from './address.ts'
import { useLanguage, useTexts } from './localization.ts'
import { Disclosure } from './Disclosure.tsx'
import css from './translation.module.css'

/** Languages (spec §2) as links, which work without scripts. */
export function TranslationBar() {
  const texts = useTexts()
  const { search } = useAddress()
  return (
    <nav className={`${css.bar} notranslate`} translate="no" aria-label={texts.language}>
      <div className={css.inner}>
        <Icon name="globe" className={css.globe} />
        {parseTranslationLanguage(search) ? <TranslationNotice /> : <LanguagePicker />}
      </div>
    </nav>
  )
}

/** A disclosure, since the languages do not fit in one row. */
function LanguagePicker() {
  const language = useLanguage()
  const { path } = useAddress()
  return (
    <Disclosure
      className={css.fold}
      summary={
        <>
          <span lang={language}>{languages[language].name}</span>
          <Icon name="down" />
        </>
      }
    >
      <div className={css.sheet}>
        <LanguageLinks />
        {!hasSecret(path) && <MoreLanguagesLink />}
      </div>
    </Disclosure>
  )
}

function LanguageLinks() {
  const current = useLanguage()
  const { search } = useAddress()
  return (
    <ul className={css.column}>
      {languageCodes.map((code) => (
        <li key={code}>
          <a
            href={searchWith(search, { lang: code, translate: null })}
            hrefLang={code}
            lang={code}
            aria-current={code === current ? 'true' : undefined}
          >
            {languages[code].name}
          </a>
        </li>
      ))}
    </ul>
  )
}

function MoreLanguagesLink() {
  const texts = useTexts()
  const { search } = useAddress()
  return (
    <a className={css.more} href={searchWith(search, { translate: '' })} rel="nofollow">
      {texts.moreLanguages}
    </a>
  )
}

function TranslationNotice() {
  const { translation } = useTexts()
  const { path, search } = useAddress()
  return (
    <p className={css.translated}>
      <span>{`${translation.on} `}</span>
      <a href={path + searchWith(search, { translate: null })}>{translation.off}</a>
    </p>
  )
}
