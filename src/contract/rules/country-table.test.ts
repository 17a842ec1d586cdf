import { createHash } from 'node:crypto'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { countryKey } from './countries.ts'
import { countries } from './countries.ts'
import { countryTable, expiredCodes, nonCountryCodes, otherCountryCodes } from './country-table.ts'

/** Of the pairs of codes in i18n-iso-countries 7.14.0. */
const digestOfIso3166 = 'ea05355258b9fd4274cb915480467e6a545819004112e526678eab09d57946d8'

const official = countries.filter((country) => country.iso2 !== 'XK')

test('the table holds every country of ISO 3166-1 with its two codes, and Kosovo', () => {
  expect(official).toHaveLength(249)
  expect(countries).toHaveLength(250)
  const pairs = official.map(({ iso2, iso3 }) => iso2 + iso3).toSorted()
  expect(createHash('sha256').update(pairs.join(' ')).digest('hex')).toBe(digestOfIso3166)
})

test('country names are in capitals without digits or punctuation, and unique', () => {
  for (const { name } of countries) expect(name).toMatch(/^[\p{Lu}' -]+$/u)
  expect(new Set(countries.map((country) => country.name)).size).toBe(countries.length)
})

test('no spelling belongs to two countries', () => {
  const owners = new Map<string, string>()
  for (const line of countryTable) {
    const [iso2 = '', , , names = ''] = line.split(',')
    for (const name of names.split('|')) {
      expect(countryKey(name), line).not.toBe('')
      expect(owners.get(countryKey(name)) ?? iso2, name).toBe(iso2)
      owners.set(countryKey(name), iso2)
    }
  }
})

test('every country has a dialling code that agrees with libphonenumber', () => {
  for (const { iso2, phone } of countries) expect(phone, iso2).toMatch(/^[1-9]\d{0,3}$/)
  const planned = new Set<string>(getCountries())
  for (const country of countries) {
    if (!planned.has(country.iso2)) continue
    const callingCode: string = getCountryCallingCode(country.iso2 as ReturnType<typeof getCountries>[number])
    const expected = callingCode === '1' ? /^1(\d{3})?$/ : new RegExp(`^${callingCode}$`)
    expect(country.phone, country.iso2).toMatch(expected)
  }
})

test('additional codes do not shadow an ISO code and refer to an existing country', () => {
  const iso3 = new Set(countries.map((country) => country.iso3))
  const iso2 = new Set(countries.map((country) => country.iso2))
  for (const [code, country] of Object.entries(otherCountryCodes)) {
    expect(iso3.has(code) || iso2.has(code), code).toBe(false)
    expect(iso2.has(country), code).toBe(true)
  }
  for (const code of Object.keys({ ...nonCountryCodes, ...expiredCodes })) {
    expect(iso3.has(code), code).toBe(false)
    expect(otherCountryCodes).not.toHaveProperty(code)
  }
})
