import { countryTable, expiredCodes, nonCountryCodes, otherCountryCodes } from './country-table.ts'
import { languages } from './languages.ts'
import { missingText } from './missing-text.ts'
import { normalizeText } from './search-text.ts'
import { translatedLanguages } from './translated-language-names.ts'

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

/** A country, or another name of a passport's code, which has no `iso2`. */
interface Nation {
  name: string
  iso2: string | null
}

const byIso2 = new Map(countries.map((country) => [country.iso2, country]))
const namesOfCodes = (codes: Record<string, string>) =>
  Object.entries(codes).map(([code, name]): [string, Nation] => [code, { name, iso2: null }])
const otherCodes = namesOfCodes(nonCountryCodes)
const byThreeLetterCode = new Map<string, Nation>([
  ...countries.map((country) => [country.iso3, country] as const),
  ...Object.entries(otherCountryCodes).flatMap(([code, iso2]) => {
    const country = byIso2.get(iso2)
    return country ? [[code, country] as const] : []
  }),
  ...otherCodes,
  ...namesOfCodes(expiredCodes),
])
const byKey = new Map<string, Nation>([
  ...otherCodes.map(([, nation]) => [countryKey(nation.name), nation] as const),
  ...rows.flatMap(({ country, spellings }) =>
    [country.name, ...spellings].map((name) => [countryKey(name), country] as const),
  ),
])

/** Spoken languages that no country has as its likeliest. */
const minorLanguages = ['be', 'kk', 'ky']

/**
 * Names in the countries' own languages and in those of our customers, as the platform has them (CLDR); one that two
 * countries share is none's. Made once, where the table lacks a name: it takes about 0.1 s.
 */
let translatedNames: ReadonlyMap<string, Country | null> | undefined
function translateNames(): ReadonlyMap<string, Country | null> {
  const names = new Map<string, Country | null>()
  const add = (language: string, named: readonly Country[]) => {
    for (const style of ['long', 'short'] as const) {
      const region = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' })
      for (const country of named) {
        const key = countryKey(region.of(country.iso2) ?? '')
        const isShared = names.has(key) && names.get(key) !== country
        if (key.length > 1) names.set(key, isShared ? null : country)
      }
    }
  }
  const customers = [...Object.keys(languages), ...Object.keys(translatedLanguages), ...minorLanguages]
  for (const language of Intl.DisplayNames.supportedLocalesOf(customers)) add(language, countries)
  for (const country of countries) add(new Intl.Locale(`und-${country.iso2}`).maximize().language, [country])
  return names
}

const isMissing = (text: string | null | undefined): boolean => !text || /^[\s-]*$/.test(text)
const withoutBrackets = (text: string): string => text.replace(/\(.*/s, '')
const normaliseCode = (text: string): string =>
  text.normalize('NFKC').trim().toUpperCase().replaceAll('.', '').replace(/<.*/s, '')

/** Forms of government that a country's name may include or omit. */
const governmentForms =
  /\b(republic|kingdom|state|sultanate|principality|commonwealth|federal|islamic|socialist)\b/g
/** What stands beside a country's name where a person's nationality is asked for. */
const wordsOfNationality =
  /\b(citizens?|citizenship|nationals?|nationality|subject|passport|holder|warga|negara|kewarganegaraan|wn|paspor)\b/g

function findByName(name: string): Nation | undefined {
  const key = countryKey(name)
  const short = countryKey(key.replaceAll(governmentForms, ''))
  const ofPerson = countryKey(key.replaceAll(wordsOfNationality, ''))
  const found =
    byKey.get(key) ?? byKey.get(short) ?? byKey.get(ofPerson) ?? findByCode(ofPerson.replaceAll(' ', ''))
  if (found || !/\p{L}/u.test(key)) return found
  translatedNames ??= translateNames()
  return translatedNames.get(key) ?? translatedNames.get(ofPerson) ?? undefined
}

const findByCode = (text: string): Nation | undefined =>
  byIso2.get(normaliseCode(text)) ?? byThreeLetterCode.get(normaliseCode(text))

const findWhole = (text: string): Nation | undefined => findByCode(text) ?? findByName(text)

/** Whether a name such as CONGO or KOREA is part of the name of the country that the code beside it tells. */
const isPartOf = (name: string, { name: whole }: Nation): boolean => {
  const words = countryKey(whole).split(' ')
  return countryKey(name)
    .split(' ')
    .every((word) => words.includes(word))
}

/** The country of a code with its name (`AUS - Australia`, `Australia (AUS)`), or of several names for one. */
function findCombined(text: string): Nation | undefined {
  const words = text.match(/\p{L}+/gu) ?? []
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const codes = [
    { code: first, name: text.slice(text.indexOf(first) + first.length) },
    { code: last, name: text.slice(0, text.lastIndexOf(last)) },
  ]
  for (const { code, name } of words.length > 1 ? codes : []) {
    const country = code.length <= 3 && findByCode(code)
    if (country && (findWhole(name) === country || isPartOf(name, country))) return country
  }
  const parts = text.split(/\s[-–—]\s|[/|:;,()[\]]+/u).filter((part) => !isMissing(part))
  const [found, ...others] = parts.map(findWhole)
  return others.length > 0 && others.every((other) => other === found) ? found : undefined
}

const flagLetter = (letter: string): string =>
  String.fromCharCode(Number(letter.codePointAt(0)) - 0x1f1e6 + 65)

/** Flags as their letters, without dialling codes. */
const plainText = (text: string): string =>
  text
    .replaceAll(/[\u{1F1E6}-\u{1F1FF}]{2}/gu, (flag) => ` ${[...flag].map(flagLetter).join('')} `)
    .replaceAll(/\+\s?\d[\d\s-]*/g, ' ')

/** Characters; longer than any name of a country with its code. */
const maxLength = 100

function findNation(given: string): Nation | undefined {
  if (isMissing(given)) return undefined
  const text = plainText(given.slice(0, maxLength))
  // The whole text is tried first: in KOREA (NORTH) and VIRGIN ISLANDS (BRITISH) the brackets tell which one is meant.
  return findWhole(text) ?? findCombined(text) ?? findWhole(withoutBrackets(text))
}

/**
 * Normalises a country given as a code of ISO 3166-1 or ICAO 9303, a name, an adjective, or several of these together, to its
 * one name in capitals (product §5, §16). Unknown text keeps its own name, in capitals and without brackets; none gives '-'.
 */
export function normaliseCountry(given: string | null | undefined): { name: string; iso2: string | null } {
  const text = given ?? ''
  const nation = findNation(text)
  if (nation) return { name: nation.name, iso2: nation.iso2 }
  const nameWithoutBrackets = withoutBrackets(text).trim()
  return isMissing(nameWithoutBrackets)
    ? { name: missingText, iso2: null }
    : { name: nameWithoutBrackets.replaceAll(/\s+/g, ' ').toUpperCase(), iso2: null }
}

const expiredNames = new Set<string>(Object.values(expiredCodes))

/** Whether passports with this nationality exist: of countries, organisations, stateless persons and refugees. */
export function isNationality(text: string): boolean {
  const nation = findNation(text)
  return nation !== undefined && !expiredNames.has(nation.name)
}

const separatorsInList = /[,;|\n、，；]/u
const furtherSeparators = /[/&+]|\s[-–—]\s|\b(?:and|dan|und|et|y)\b/iu
const splitList = (text: string, separators: RegExp): string[] =>
  text
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => !isMissing(part))

/** Of further nationalities and countries visited; NA and NO in capitals are codes. */
const noneAtAll = /^(?:no|none|nil|nothing|n\/?a|tidak|tidak ada)[\s.]*$/i
const codesLikeNone = /^N[AO]\b/

/** The countries of a list as they are written, each once; a comma may be within a name (`Korea, Republic of`). */
export function splitCountries(list: string): string[] {
  if (noneAtAll.test(list.trim()) && !codesLikeNone.test(list.trim())) return []
  const parts = splitList(list, separatorsInList)
  const names: string[] = []
  for (let at = 0; at < parts.length; at++) {
    const [part = '', next = ''] = parts.slice(at, at + 2)
    const joined = `${part}, ${next}`
    if (next !== '' && !findNation(next) && findByName(joined)) {
      names.push(joined)
      at++
      continue
    }
    const further = findNation(part) ? [part] : splitList(part, furtherSeparators)
    names.push(...(further.every(findNation) ? further : [part]))
  }
  return [
    ...new Map(names.toReversed().map((name) => [normaliseCountry(name).name, name])).values(),
  ].toReversed()
}

/**
 * The name of a three-letter code as passports carry it (spec §3, ICAO Doc 9303-3 §5); an unknown one is returned
 * unchanged, none gives '-'.
 */
export function countryNameOfCode(code3: string | null | undefined): string {
  if (!code3 || isMissing(code3)) return missingText
  return byThreeLetterCode.get(normaliseCode(code3))?.name ?? code3
}

/** The dialling code of a country, digits only (spec §3): INDONESIA 62, UK 44, USA 1. */
export function phoneCode(countryName: string): string | undefined {
  const { iso2 } = normaliseCountry(countryName)
  return byIso2.get(iso2 ?? '')?.phone
}
