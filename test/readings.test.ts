import { expect, test } from 'vitest'
import { countries, isNationality, normaliseCountry, splitCountries } from '#contract/rules/countries.ts'
import { addDays } from '#contract/rules/dates.ts'
import { displayCountry } from '#contract/rules/display-text.ts'
import { emailKey, readEmail } from '#contract/rules/email.ts'
import { isLatin, nameSpellings, passportSpelling, plainCapitals } from '#contract/rules/latin-words.ts'
import { mailAddressFault } from '#contract/rules/mail-address.ts'
import { writeValue } from '#contract/rules/official-form-values.ts'
import { encodeOrderId, readOrderId } from '#contract/rules/order-id.ts'
import type { GivenTelephone } from '#contract/rules/telephone.ts'
import { canBeMeant, dateThatMayBeMeant } from '#contract/rules/travel-dates.ts'
import { trackPath } from '#contract/rules/visitor-addresses.ts'
import { createChance, type Chance } from '#server/demo/random.ts'
import { readTelephoneNumber } from '#server/platform/telephone-plans.ts'
import { orderedOn, readCountryParts, readOrder, readTelephoneParts } from './support/readings.ts'

/** Each thing is written so often; one in so many goes through every part of the product. */
const spellings = 2000
const sampled = 100

function forSpellings(seed: number, check: (chance: Chance, isSampled: boolean) => void) {
  const chance = createChance(seed)
  for (let nth = 0; nth < spellings; nth++) check(chance, nth % sampled === 0)
}

const inOtherDigits = (chance: Chance, text: string): string => {
  const zero = chance.pick([0x30, 0xff10, 0x660, 0x6f0, 0x966])
  return text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
}
const spread = (chance: Chance, text: string, separators: string): string =>
  [...text]
    .map((it) => it + (chance.percent(20) ? chance.pick([...separators]) : ''))
    .join('')
    .trim()
const invisible = ['', '\u200B', '\u202A', '\uFEFF', '\u2066']

/** Country code, trunk prefix and a pattern of valid mobile numbers. */
const plans = [
  ['62', '0', '812########', 'ID'],
  ['49', '0', '1512#######', 'DE'],
  ['44', '0', '7700900###', 'GB'],
  ['39', '', '34########', 'IT'],
  ['225', '', '07########', 'CI'],
  ['7', '8', '903#######', 'RU'],
  ['61', '0', '412######', 'AU'],
] as const

test('a telephone number is read as one in every part, however it is written (product §16)', () =>
  forSpellings(1, (chance, isSampled) => {
    const [code, trunk, pattern, country] = chance.pick(plans)
    const national = chance.fillPattern(pattern)
    const written = (text: string) => inOtherDigits(chance, spread(chance, text, ' -.'))
    const given: GivenTelephone = chance.pick([
      { code, number: written(national), country },
      { code: `+${code}`, number: written(trunk + national), country: '' },
      { code: displayCountry(country), number: written(trunk + national), country },
      { code, number: `+${written(code + national)}`, country },
      { code: '', number: `+${code} ${trunk && `(${trunk})`}${national}`, country: '' },
      { code: '', number: written(`00${code}${national}`), country: '' },
      { code, number: `${written(trunk + national)} ext. 12`, country },
    ])
    const { countryCode, national: read } = readTelephoneNumber(given)
    expect(`${countryCode} ${read}`, JSON.stringify(given)).toBe(`${code} ${national}`)
    if (isSampled)
      expect([...new Set(Object.values(readTelephoneParts(given)))]).toEqual([`${code} ${national}`])
  }))

test('an address is compared as one, whatever stands around it', () =>
  forSpellings(2, (chance, isSampled) => {
    const address = `ayu.${chance.integer(10, 99)}@example.com`
    const [local = '', domain = ''] = address.split('@')
    const plain = chance.pick([address, address.toUpperCase(), `${local} @ ${domain}`, `${local}＠${domain}`])
    const around = chance.pick(['%', ' % ', 'mailto:%', 'Ayu <%>', '"Ayu, B" <%>', '(%)', '%.', '%,', '[%];'])
    const text = around.replace('%', chance.pick(invisible) + plain + chance.pick(invisible))
    expect(emailKey(text), text).toBe(address)
    expect(emailKey(readEmail(text))).toBe(address)
    expect(mailAddressFault(readEmail(text))).toBeNull()
    if (isSampled)
      expect(emailKey(readOrder({ arrival_full_name: 'A', email: text }).row.email)).toBe(address)
  }))

test('an order id is found in what people type and paste', () =>
  forSpellings(3, (chance) => {
    const id = String(chance.integer(100_000, 999_999_999))
    const text = chance.pick([
      inOtherDigits(chance, spread(chance, id, ' -.')),
      `Order #${id}`,
      `No. ${chance.pick(invisible)}${id}.`,
      `${id}@mail.example.com`,
      `https://desk.example.com${trackPath(Number(id))}?a=1`,
      `see /view-order/${encodeOrderId(id)} please`,
    ])
    expect(readOrderId(text), text).toBe(id)
  }))

test('a name is the same for form, passport and documents', () =>
  forSpellings(4, (chance, isSampled) => {
    const words = chance.pick([
      'Jürgen Groß',
      'Kaʻōnohi Keliʻi',
      'Siobhán O’Hara',
      'Åse Ødegård',
      'Nguyễn Thị Ánh',
    ])
    const apostrophe = chance.pick(["'", '’', 'ʼ', 'ʻ', '´', '`', '＇'])
    const name = words.replaceAll(/[ʻ’]/g, apostrophe)
    const text =
      chance.pick(invisible) +
      (chance.percent(50) ? name : name.normalize('NFD')).replace(' ', chance.pick([' ', '  ', '\u00A0']))
    expect(isLatin(text), text).toBe(true)
    expect(plainCapitals(text), text).toBe(plainCapitals(words))
    expect(passportSpelling(text), text).toBe(passportSpelling(words))
    expect(nameSpellings(text), text).toEqual(nameSpellings(words))
    if (!isSampled) return
    const read = readOrder({ arrival_full_name: text })
    expect(read.forms()[0]?.get('fullName')).toBe(plainCapitals(words))
    expect([...read.findings()].filter((code) => code.startsWith('name-'))).toEqual([])
  }))

test('a country has one name in report, form, order view, preflight and packs', () =>
  forSpellings(5, (chance, isSampled) => {
    const country = chance.pick(countries)
    const { iso2, iso3, name } = country
    const plain = chance.pick([
      name,
      name.toLowerCase(),
      iso2,
      iso3,
      iso3.toLowerCase(),
      `${name} (${iso3})`,
      `${iso3} - ${name}`,
      `${iso2} / ${name}`,
      `${name}, ${iso3}`,
      `[${iso3}] ${name}`,
      `Citizen of ${name}`,
    ])
    const text = `${chance.pick(['', ' '])}${plain}${chance.pick(['', ' ', '.'])}`
    expect(normaliseCountry(text), text).toEqual({ name, iso2 })
    expect(isNationality(text)).toBe(true)
    expect(writeValue.country(text)).toBe(plainCapitals(name))
    expect(splitCountries(text).map((it) => normaliseCountry(it).iso2)).toEqual([iso2])
    if (isSampled)
      expect([...new Set(Object.values(readCountryParts(plain)).map(plainCapitals))]).toEqual([
        plainCapitals(name),
      ])
  }))

test('a travel day that cannot be meant is one for queue, preflight and members alike', () =>
  forSpellings(6, (chance, isSampled) => {
    const meant = addDays(orderedOn, chance.integer(0, 300))
    const [year = '', month = '', day = ''] = meant.split('-')
    const written = chance.pick([
      `${Number(year) + 543}-${month}-${day}`,
      `${day}/${month}/${Number(year) + 543}`,
      `${day}.${month}.${year}`,
      `${year}${month}${day}`,
      `R${Number(year) - 2018}.${month}.${day}`,
      `00${year.slice(2)}-${month}-${day}`,
    ])
    const found = dateThatMayBeMeant(inOtherDigits(chance, written), orderedOn)
    expect(found, written).toBe(meant)
    if (!isSampled) return
    const given = chance.percent(50)
      ? meant
      : `${Number(year) + 543}-${month}-${day}`.replace('02-29', '02-28')
    const read = readOrder({
      arrival_full_name: 'Anh Tuyet',
      arrival_doa: given,
      processing_mode: 'priority',
    })
    const isMeant = canBeMeant(given, orderedOn)
    expect([read.row.travel_date, read.row.processing_mode]).toEqual(
      isMeant ? [given, 'priority'] : [null, 'standard'],
    )
    expect(read.findings().has('travel-not-meant')).toBe(!isMeant)
  }))
