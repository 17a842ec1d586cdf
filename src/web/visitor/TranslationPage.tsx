import { translatedLanguages } from '#contract/rules/translated-language-names.ts'
import { Heading } from './Heading.tsx'
import { useTexts } from './localization.ts'
import css from './page.module.css'
import own from './translation.module.css'

/** The form loads a full page, since a translated page needs another content security policy. */
export function TranslationPage() {
  const { translation } = useTexts()
  return (
    <div>
      <Heading title={translation.heading}>{translation.heading}</Heading>
      <p className={css.lede}>{translation.lede}</p>
      <form method="get">
        <fieldset className={`${own.choice} notranslate`} translate="no">
          <legend className={own.legend}>{translation.choose}</legend>
          {Object.entries(translatedLanguages).map(([code, name]) => (
            <label key={code} className={own.language} lang={code}>
              <input type="radio" name="translate" value={code} required />
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
        <div className={own.send}>
          <button type="submit" className={`${css.big} ${css.red}`}>
            {translation.submit}
          </button>
        </div>
      </form>
    </div>
  )
}
