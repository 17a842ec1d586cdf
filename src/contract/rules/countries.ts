import { otherCountryCodes, nonCountryCodes, countryTable } from './country-table.ts'
import { missingText } from './missing-text.ts'
import { normalizeText } from './search-text.ts'

const ignoredWords = new Set(['', 'the', 'of', 'and', 'dan'])
const equivalentWords = new Map([
  ['st', 'saint'],
  ['ste', 'saint'],
  ['islands', 'island'],
  ['kepulauan', 'island'],
  ['pulau', 'island'],
])

/**
 * A key that is equal for all spellings of a country's name: case, accents, word order (`KOREA, REPUBLIC OF`),
 * punctuation and short words are ignored.
 */
export const countryKey = (name: string): string =>
  normalizeText(name)
    .replaceAll(/['.`]/g, '')
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => !ignoredWords.has(word))
    .map((word) => equivalentWords.get(word) ?? word)
    .sort()
    .join(' ')

export interface Country {
  /** ISO 3166-1 alpha-2; XK is Kosovo, which has none. */
  iso2: string
  /** ISO 3166-1 alpha-3; XKX is Kosovo. */
  iso3: string
  /** Displayed name, in capitals. */
  name: string
  /** Dialling code, digits only; with the area code where that is a country's own (`1242`). */
  phone: string
}

const rows = countryTable.map((line) => {
  const [iso2 = '', iso3 = '', phone = '', names = ''] = line.split(',')
  const [name = '', ...spellings] = names.split('|')
  return { country: { iso2, iso3, name, phone }, spellings }
})

export const countries: readonly Country[] = rows.map((row) => row.country)

const byIso2 = new Map(countries.map((country) => [country.iso2, country]))
const byThreeLetterCode = new Map(countries.map((country) => [country.iso3, country]))
for (const [code, iso2] of Object.entries(otherCountryCodes)) {
  const country = byIso2.get(iso2)
  if (country) byThreeLetterCode.set(code, country)
}
const byKey = new Map(
  rows.flatMap(({ country, spellings }) =>
    [country.name, ...spellings].map((name) => [countryKey(name), country] as const),
  ),
)
const otherCodeNames: Record<string, string | undefined> = nonCountryCodes

const isMissing = (text: string | null | undefined): boolean => !text || /^[\s-]*$/.test(text)
const withoutBrackets = (text: string): string => text.replace(/\(.*/s, '')
const normaliseCode = (text: string): string =>
  text.trim().toUpperCase().replaceAll('.', '').replace(/<.*/s, '')

/** Forms of government that a country's name may include or omit. */
const governmentForms =
  /\b(republic|kingdom|state|sultanate|principality|commonwealth|federal|islamic|socialist)\b/g

const findCountryByName = (name: string): Country | undefined => {
  const key = countryKey(name)
  return byKey.get(key) ?? byKey.get(countryKey(key.replaceAll(governmentForms, '')))
}

const findCountry = (text: string): Country | undefined =>
  byIso2.get(normaliseCode(text)) ?? byThreeLetterCode.get(normaliseCode(text)) ?? findCountryByName(text)

/**
 * Normalises a country given as a two- or three-letter code or in any spelling, with or without a bracketed part, to its one
 * name in capitals (product §5). Unknown text keeps its own name, in capitals and without the brackets; none gives '-'.
 */
export function normaliseCountry(given: string | null | undefined): { name: string; iso2: string | null } {
  const text = given ?? ''
  const nameWithoutBrackets = withoutBrackets(text).trim()
  // The whole text is tried first: in KOREA (NORTH) and VIRGIN ISLANDS (BRITISH) the brackets tell which one is meant.
  const country = findCountry(text) ?? findCountry(nameWithoutBrackets)
  if (country) return { name: country.name, iso2: country.iso2 }
  if (isMissing(nameWithoutBrackets)) return { name: missingText, iso2: null }
  return {
    name:
      otherCodeNames[normaliseCode(nameWithoutBrackets)] ??
      nameWithoutBrackets.replaceAll(/\s+/g, ' ').toUpperCase(),
    iso2: null,
  }
}

/**
 * The name of a three-letter code as passports carry it (spec §3, ICAO Doc 9303-3 §5); an unknown one is returned
 * unchanged, none gives '-'.
 */
export function countryNameOfCode(code3: string | null | undefined): string {
  if (!code3 || isMissing(code3)) return missingText
  const code = normaliseCode(code3)
  return byThreeLetterCode.get(code)?.name ?? otherCodeNames[code] ?? code3
}

/** The dialling code of a country, digits only (spec §3): INDONESIA 62, UK 44, USA 1. */
export function phoneCode(countryName: string): string | undefined {
  const { iso2 } = normaliseCountry(countryName)
  return byIso2.get(iso2 ?? '')?.phone
}
