import { phoneCode } from './countries.ts'
import { normalizeText } from './search-text.ts'
import { missingText } from './missing-text.ts'
import { telephoneDigits, type TelephoneReading } from './telephone-reading.ts'

/** `62`, `+62`, `0062`, `INDONESIA` and `Indonesia (+62)` are all 62 (product §5). */
function diallingCode(codeOrCountry: string): string | undefined {
  const isNumber = /^[\d\s()-]+$|\+/.test(normalizeText(codeOrCountry))
  return (
    phoneCode(codeOrCountry) ?? ((isNumber && telephoneDigits(codeOrCountry).replace(/^0+/, '')) || undefined)
  )
}

/** The number as given behind its code; '-' without a number (spec §3). */
export function displayTelephone(code: string | null | undefined, number: string | null | undefined): string {
  const local = number?.trim().replaceAll(/\s+/g, ' ')
  if (!local) return missingText
  const needsCode = !/^\(?\+/.test(local) && telephoneDigits(local) !== ''
  const prefix = needsCode && code ? diallingCode(code) : undefined
  return prefix ? `+${prefix} ${local}` : local
}

/** What the world's numbering plans say of `+` and digits; null where no country has the code. */
export type NumberPlans = (international: string) => {
  countryCode: string
  /** Digits without the trunk prefix, and with a 0 that belongs to the number. */
  national: string
  /** Two-letter codes. */
  countries: readonly string[]
  isPossible: boolean
  isValid: boolean
  isMobile: boolean
} | null

export interface GivenTelephone {
  code?: string | undefined
  number: string
  country?: string | undefined
}
export type TelephoneReader = (given: GivenTelephone) => TelephoneReading

/** Telephones of a declaration, with the fields of their codes and nationalities. */
const telephoneFields = {
  arrival_phone_number: ['arrival_phone_code', 'arrival_nationality'],
  departure_phone_number_1: ['departure_phone_code', 'departure_nationality'],
  departure_phone_number_2: ['departure_phone_code', 'departure_nationality'],
  departure_owner_phone_number: ['', ''],
} as const

/** The readings of a declaration's telephones, by their fields. */
export const readTelephones = (
  fields: Readonly<Record<string, string>>,
  read: TelephoneReader,
): Record<string, TelephoneReading> =>
  Object.fromEntries(
    Object.entries(telephoneFields).flatMap(([key, [code, country]]) => {
      const number = fields[key]?.trim()
      return number ? [[key, read({ code: fields[code], number, country: fields[country] })]] : []
    }),
  )

const extensionPattern =
  /(?:;\s*ext=|\b(?:ext(?:ension|n)?|extn|x|anexo|ramal|poste|durchwahl|int)|доб(?:авочный)?|#|分机|内線|转|(?<=\d)x)[.:]?\s*(\d{1,7})\s*$/u
const separators = /[/;,|\n&]|\b(?:or|and|atau|dan|oder|und|ou|et)\b|(?<=\d[\s)]{0,2})(?=\+)/u
/** Fewer digits are a part of a number, as in `0711/123456`. */
const minDigitsOfOther = 7
const spreadsheetNumber = /^['"=]*\d(?:[.,]\d+)?e\+?\d+/

/** Prefixes by which countries dial abroad; `00` and `+` stand for nothing else. */
const internationalPrefixes = ['0011', '011', '010', '009', '810']

const isMadeUp = (digits: string): boolean =>
  /^(\d)\1+$/.test(digits) ||
  (digits.length >= 6 && '01234567890'.includes(digits)) ||
  /^9876543210?$/.test(digits)

const without = (prefix: string, digits: string): string[] =>
  prefix !== '' && digits.startsWith(prefix) ? [digits.slice(prefix.length)] : []

const areaInCode = /^1\d{3}$/

/** Without a code only a long number can be an international one without its plus. */
const minInternationalDigits = 11

/**
 * Reads a telephone number of any country's writing (product §16): trunk digits, `(0)`, `00`, the code in both fields,
 * extensions, several numbers. `code` is a dialling code or a country, `country` the nationality, which stands in for it.
 */
export function readTelephone(
  { code, number, country }: GivenTelephone,
  plans: NumberPlans,
): TelephoneReading {
  const text = normalizeText(number).trim()
  const extension = extensionPattern.exec(text)?.[1] ?? ''
  const parts = text.replace(extensionPattern, '').split(separators)
  const areSeveral = parts.length > 1 && parts.every((it) => telephoneDigits(it).length >= minDigitsOfOther)
  const [first = '', ...others] = areSeveral ? parts.map((it) => it.trim()) : [parts.join(' ')]
  const written = first.replace(/^(['"=]*\d+)[.,]0$/, '$1')
  const digits = telephoneDigits(written)
  const dialling = diallingCode(code ?? '') ?? ''
  const asGiven = {
    countryCode: '',
    national: digits,
    extension,
    others,
    countries: [],
    shown: displayTelephone(code, number),
  }
  if (digits === '') return { ...asGiven, doubt: 'no number' }
  if (spreadsheetNumber.test(text)) return { ...asGiven, national: '', doubt: 'cut by a spreadsheet' }

  const withoutTrunk = telephoneDigits(written.replace(/\(\s*0\s*\)/, ''))
  const stated = [
    ...(/^\D*\+/.test(written) ? [withoutTrunk, digits] : []),
    ...without('00', withoutTrunk),
    ...without('00', digits),
  ]
  const once = (it: string) => [it, ...without(dialling + dialling, it).map((rest) => dialling + rest)]
  const home = dialling || phoneCode(country ?? '') || ''
  const mayBeFull = dialling === '' ? digits.length >= minInternationalDigits : digits.startsWith(dialling)
  const unstated = [
    ...(home === '' ? [] : [home + digits]),
    // Of countries that share +1, the area code stands in both.
    ...(areaInCode.test(home) ? [home.charAt(0) + digits] : []),
    ...(mayBeFull ? once(digits) : []),
    ...internationalPrefixes.flatMap((prefix) => without(prefix, digits)),
  ]
  const byPlans = (numbers: string[]) => mostLikely(numbers.map((it) => plans(`+${it}`)))
  const statedNumber = byPlans(stated.flatMap(once))
  const read = statedNumber?.isPossible ? statedNumber : byPlans(unstated)
  const isAssumed = read !== statedNumber && dialling === ''
  if (!read || (isAssumed && !read.isValid)) {
    if (!statedNumber) return { ...asGiven, doubt: isMadeUp(digits) ? 'made up' : 'no country code' }
    const { countryCode, national, countries } = statedNumber
    return { ...asGiven, countryCode, national, countries: [...countries], doubt: 'impossible' }
  }
  const { countryCode, national } = read
  const doubt = !read.isPossible ? 'impossible' : isMadeUp(national) ? 'made up' : null
  return {
    ...asGiven,
    countryCode,
    national,
    countries: [...read.countries],
    doubt: isAssumed ? 'no country code' : doubt,
    ...(doubt !== 'impossible' &&
      !isAssumed && { shown: `+${countryCode} ${national}${extension && ` ext. ${extension}`}` }),
  }
}

type PlannedNumber = NonNullable<ReturnType<NumberPlans>>

/** A valid number, rather a mobile one; of equals the first. */
function mostLikely(candidates: readonly (PlannedNumber | null)[]): PlannedNumber | undefined {
  const rank = ({ isPossible, isValid, isMobile }: PlannedNumber) =>
    Number(isPossible) + Number(isValid) + Number(isValid && isMobile)
  return candidates.filter((it) => it !== null).toSorted((a, b) => rank(b) - rank(a))[0]
}
