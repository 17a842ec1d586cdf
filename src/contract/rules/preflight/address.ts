import { normalizeText } from '../search-text.ts'
import type { Check, Found } from './check.ts'
import type { CheckedOrder, GivenField } from './checked-order.ts'
import { provinces, quarterNames } from './tables/provinces.ts'

/** Without what forms add to a name: `Kota Denpasar`, `Kabupaten Badung`, `Bali Province`. */
const plainName = (text: string): string =>
  normalizeText(text)
    .replaceAll(/[^a-z\s]/g, ' ')
    .replaceAll(
      /\b(provinsi|province|propinsi|kota administrasi|kotamadya|kota|kabupaten|kab|regency|city|adm)\b/g,
      ' ',
    )
    .replaceAll(/\s+/g, ' ')
    .trim()

const provinceByName = new Map(
  provinces.flatMap(({ name, names }) => names.map((it) => [plainName(it), name] as const)),
)
const provincesByCity = new Map<string, string[]>()
for (const { name, cities } of provinces)
  for (const city of cities.map(plainName))
    provincesByCity.set(city, [...(provincesByCity.get(city) ?? []), name])

const provincesByPostalPrefix = new Map<string, string[]>()
for (const { name, postalPrefixes } of provinces)
  for (const prefix of postalPrefixes)
    provincesByPostalPrefix.set(prefix, [...(provincesByPostalPrefix.get(prefix) ?? []), name])

const provinceOf = (text: string) => provinceByName.get(plainName(text))

const orList = (names: readonly string[]) => names.join(' or ')

function cityOfOtherProvince(order: CheckedOrder): Found | null {
  const [province, city] = [order.field('province'), order.field('city')]
  const named = provinceOf(province.value)
  const holding = provincesByCity.get(plainName(city.value))
  if (!named || !holding || holding.includes(named)) return null
  return {
    fields: [province.key, city.key],
    message: `${city.value} is in ${orList(holding)}, not in ${province.value}.`,
  }
}

/** The postal code at the end of an address, or in its own field. */
function postalCodeOf(order: CheckedOrder): GivenField {
  const key = 'departure_postal_code'
  if (order.prefix === 'departure') return { key, value: order.text(key) }
  const address = order.text('arrival_address_in_indonesia')
  return {
    key: 'arrival_address_in_indonesia',
    value: /(?<!\d)(\d{5})(?!\d)(?=\D*$)/.exec(address)?.[1] ?? '',
  }
}

/** The province, or where it is missing that of the city. */
function provincesGiven(order: CheckedOrder): readonly string[] {
  const named = provinceOf(order.field('province').value)
  return named ? [named] : (provincesByCity.get(plainName(order.field('city').value)) ?? [])
}

function addressInOtherProvince(order: CheckedOrder): Found | null {
  const given = provincesGiven(order)
  if (given.length === 0) return null
  const postalCode = postalCodeOf(order)
  const byPostalCode = /^\d{5}$/.test(postalCode.value)
    ? (provincesByPostalPrefix.get(postalCode.value.slice(0, 2)) ?? [])
    : []
  if (byPostalCode.length > 0 && !byPostalCode.some((province) => given.includes(province)))
    return {
      fields: [postalCode.key, order.field('province').key],
      message: `Postal code ${postalCode.value} is of ${orList(byPostalCode)}, not of ${orList(given)}.`,
    }
  if (byPostalCode.length > 0 || order.prefix === 'departure') return null
  const key = 'arrival_address_in_indonesia'
  // The last part, where it is a city; what stands before it may be a street's or a quarter's name.
  const last = plainName(order.text(key).split(/[,\n]/).slice(1).at(-1) ?? '')
  const named = quarterNames.has(last)
    ? []
    : (provincesByCity.get(last) ?? [provinceByName.get(last) ?? []].flat())
  if (named.length === 0 || named.some((province) => given.includes(province))) return null
  return {
    fields: [key, order.field('province').key],
    message: `The address is in ${orList(named)}, the province is ${orList(given)}.`,
  }
}

export const addressChecks: readonly Check[] = [
  {
    code: 'city-province',
    severity: 'warn',
    title: 'City is not in the province',
    find: cityOfOtherProvince,
  },
  {
    code: 'address-province',
    severity: 'warn',
    title: 'Address is in another province',
    find: addressInOtherProvince,
  },
]
