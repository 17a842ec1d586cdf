import { languages, type LanguageCode } from './languages.ts'

/** A text of `src/texts` with its values in the places of `{name}`; a place without a value stays. */
export const fillText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))

/** A text by number, with the plural categories that its language distinguishes (CLDR). */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

export const pluralForm = (language: LanguageCode, forms: PluralForms, count: number): string =>
  forms[new Intl.PluralRules(languages[language].locale).select(count)] ?? forms.other
