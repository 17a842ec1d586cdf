// npm run trial -- telephones: numbers of all countries, each written in twelve ways, as each part of the product reads them
// beside what google-libphonenumber reads; fails below 99.9 %.
import { createRequire } from 'node:module'
import { countries } from '#contract/rules/countries.ts'
import type { GivenTelephone } from '#contract/rules/telephone.ts'
import { createChance, type Chance } from '#server/demo/random.ts'
import { readTelephoneParts } from '../../test/support/readings.ts'
import { reportFigures, thousands } from '../figures.ts'
import { readOptions } from '../options.ts'
import { installPackages } from '../packages.ts'

/** What of google-libphonenumber is called. */
interface ParsedNumber {
  getCountryCode(): number
}
interface NumberUtil {
  getSupportedRegions(): string[]
  getExampleNumberForType(region: string, type: number): ParsedNumber | null
  getNationalSignificantNumber(number: ParsedNumber): string
  getRegionCodeForNumber(number: ParsedNumber): string | null
  getNddPrefixForRegion(region: string, stripNonDigits: boolean): string | null
  isValidNumber(number: ParsedNumber): boolean
  format(number: ParsedNumber, format: number): string
  parse(text: string): ParsedNumber
}
interface Library {
  PhoneNumberUtil: { getInstance(): NumberUtil }
  PhoneNumberFormat: { INTERNATIONAL: number; NATIONAL: number }
  PhoneNumberType: { MOBILE: number; FIXED_LINE: number }
}

const { numbers, seed } = readOptions({ numbers: 10_000, seed: 20_261_129 })
const minShare = 0.999

const dependencies = { 'google-libphonenumber': '3.2.47' }
const path = installPackages('telephones', { dependencies }, 'google-libphonenumber/dist/libphonenumber.js')
const { PhoneNumberUtil, PhoneNumberFormat, PhoneNumberType }: Library = createRequire(import.meta.url)(path)
const util = PhoneNumberUtil.getInstance()
const kinds = [PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE]
const regions = util.getSupportedRegions().filter((region) => countries.some(({ iso2 }) => iso2 === region))

interface KnownNumber {
  /** Two-letter code. */
  region: string
  countryName: string
  code: string
  /** As dialled behind the code, without a trunk prefix. */
  significant: string
  /** In the country's own writing. */
  national: string
  international: string
  trunk: string
}

/** A valid number like the example of a region; null where ten tries make none. */
function makeNumber(chance: Chance, region: string): KnownNumber | null {
  const example = util.getExampleNumberForType(region, chance.pick(kinds))
  if (!example) return null
  const code = String(example.getCountryCode())
  const known = util.getNationalSignificantNumber(example)
  for (let attempt = 0; attempt < 10; attempt++) {
    const changed = chance.integer(2, Math.max(2, known.length - 3))
    const digits = known.slice(0, -changed) + chance.fillPattern('#'.repeat(changed))
    const number = util.parse(`+${code}${digits}`)
    if (!util.isValidNumber(number) || util.getRegionCodeForNumber(number) !== region) continue
    return {
      region,
      countryName: countries.find(({ iso2 }) => iso2 === region)?.name ?? region,
      code,
      significant: util.getNationalSignificantNumber(number),
      national: util.format(number, PhoneNumberFormat.NATIONAL),
      international: util.format(number, PhoneNumberFormat.INTERNATIONAL),
      trunk: util.getNddPrefixForRegion(region, true) ?? '',
    }
  }
  return null
}

const fullWidth = (text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))

/** How people, forms and spreadsheets write a number. */
const ways: Readonly<Record<string, (number: KnownNumber) => Omit<GivenTelephone, 'country'>>> = {
  'code and significant digits': ({ code, significant }) => ({ code, number: significant }),
  'code and national writing': ({ code, national }) => ({ code: `+${code}`, number: national }),
  'country and national writing': ({ countryName, national }) => ({ code: countryName, number: national }),
  'code in both fields': ({ code, international }) => ({ code, number: international }),
  'code in both fields, without a plus': ({ code, significant }) => ({ code, number: code + significant }),
  'code, and 00': ({ code, significant }) => ({ code, number: `00${code} ${significant}` }),
  'international alone': ({ international }) => ({ code: '', number: international }),
  '00 alone': ({ code, significant }) => ({ code: '', number: `00${code}${significant}` }),
  'national writing alone': ({ national }) => ({ code: '', number: national }),
  'trunk prefix in brackets': ({ code, significant, trunk }) => ({
    code: '',
    number: `+${code} ${trunk === '0' ? '(0)' : ''}${significant}`,
  }),
  'full-width digits with dots': ({ code, national }) => ({
    code,
    number: fullWidth(national.replaceAll(/[\s-]+/g, '.')),
  }),
  'an extension': ({ code, national }) => ({ code, number: `${national} ext. 12` }),
}

const chance = createChance(seed)
const known: KnownNumber[] = []
for (let nth = 0; known.length < numbers; nth++) {
  const number = makeNumber(chance, regions[nth % regions.length] ?? '')
  if (number) known.push(number)
}

const others = new Map<string, { count: number; example: string }>()
let tried = 0
let wrong = 0
for (const number of known) {
  const expected = `${number.code} ${number.significant}`
  for (const [way, write] of Object.entries(ways)) {
    const given = { ...write(number), country: number.region }
    const parts = readTelephoneParts(given)
    const differing = Object.entries(parts).filter(([, read]) => read !== expected)
    tried += 1
    if (differing.length === 0 && Object.keys(parts).length > 0) continue
    wrong += 1
    const [part = 'nothing', read = ''] = differing[0] ?? []
    const kind = `${way} | ${part}`
    const { count, example } = others.get(kind) ?? {
      count: 0,
      example: `${JSON.stringify(given)} → ${read}, not ${expected}`,
    }
    others.set(kind, { count: count + 1, example })
  }
}

console.log('| way | first part that differs | numbers | for example |\n|---|---|---|---|')
for (const [kind, { count, example }] of others) console.log(`| ${kind} | ${count} | ${example} |`)
const share = 1 - wrong / tried
const percent = (share * 100).toFixed(3)
console.log(
  `${thousands(tried)} writings of ${regions.length} countries: ${percent} % as google-libphonenumber`,
)
reportFigures({
  tried: `${thousands(known.length)} numbers of ${regions.length} countries in ${Object.keys(ways).length} ways`,
  found: `${percent} % read in every part as google-libphonenumber reads them`,
})
process.exitCode = share < minShare ? 1 : 0
