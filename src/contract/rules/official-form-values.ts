import { normaliseCountry, phoneCode, splitCountries } from './countries.ts'
import { plainCapitals } from './latin-words.ts'
import { isIsoDate } from './dates.ts'
import { telephoneDigits } from './telephone-reading.ts'

/** Writings of values in the official form. */
export type Writing =
  | 'as given'
  | 'name'
  | 'capitals'
  | 'capitals, no blanks'
  | 'no full stops'
  | 'day/month/year'
  | 'country'
  | 'countries'
  | 'dialling code'
  | 'digits only'
  | 'telephone'
  | 'yes or no'

const countryName = (given: string): string => normaliseCountry(given).name

const toDate = (value: string): string => {
  const day = value.slice(0, 10)
  return isIsoDate(day) ? day.split('-').toReversed().join('/') : value
}

const isYes = (value: string) => /^(yes|true|1|ya|y)$/i.test(value.trim())
const isNo = (value: string) => /^(no|false|0|tidak|n|none)$/i.test(value.trim())

/** A value in the form's writing; '' for none. */
export const writeValue: Record<Writing, (value: string) => string> = {
  'as given': (value) => value.trim(),
  name: plainCapitals,
  capitals: plainCapitals,
  'capitals, no blanks': (value) => plainCapitals(value).replaceAll(/[\s-]/g, ''),
  'no full stops': (value) => plainCapitals(value.replaceAll(/[.,;:/#]+/g, ' ')),
  'day/month/year': toDate,
  country: (value) => plainCapitals(value.trim() && countryName(value.trim())),
  countries: (value) =>
    splitCountries(value)
      .map((name) => plainCapitals(countryName(name)))
      .join(', '),
  'dialling code': (value) => {
    const digits = telephoneDigits(value) || telephoneDigits(phoneCode(countryName(value)) ?? '')
    return digits && `+${digits}`
  },
  'digits only': telephoneDigits,
  telephone: (value) => (value.startsWith('+') ? '+' : '') + telephoneDigits(value),
  'yes or no': (value) => {
    if (isNo(value)) return 'NO'
    return isYes(value) ? 'YES' : plainCapitals(value)
  },
}

/** Synonyms in lists of the official page, in English and Indonesian. */
const sameAnswers: readonly (readonly string[])[] = [
  ['YES', 'YA'],
  ['NO', 'TIDAK'],
  ['MALE', 'LAKI-LAKI', 'PRIA', 'M', 'L'],
  ['FEMALE', 'PEREMPUAN', 'WANITA', 'F', 'P'],
  ['AIR', 'UDARA', 'AIRPLANE', 'PESAWAT'],
  ['SEA', 'LAUT', 'SHIP', 'KAPAL'],
  ['LAND', 'DARAT'],
  ['HOLIDAY', 'LIBURAN', 'TOURISM', 'WISATA'],
  ['BUSINESS', 'BISNIS'],
  ['HUSBAND', 'SUAMI'],
  ['WIFE', 'ISTRI'],
  ['SON', 'ANAK LAKI-LAKI'],
  ['DAUGHTER', 'ANAK PEREMPUAN'],
  ['HOUSE', 'RUMAH'],
]

/** The possible names of an answer in a list, its own writing first. */
export const answersLike = (answer: string): readonly string[] => [
  answer,
  ...sameAnswers
    .filter((same) => same.includes(answer))
    .flatMap((same) => same.filter((it) => it !== answer)),
]
