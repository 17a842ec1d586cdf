// Writes src/contract/rules/country-table.ts. Run by hand after an update of its sources: npx tsx scripts/make-country-table.mjs
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Metadata } from 'libphonenumber-js/max'
import { countryKey } from '../src/contract/rules/countries.ts'

/** Nothing else needs it, so that it is installed for this run alone. */
const namesOfCountries = { package: 'i18n-iso-countries', version: '7.14.0' }

function loadIsoCountries() {
  const folder = mkdtempSync(join(tmpdir(), 'pabean-countries-'))
  try {
    const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--prefix', folder]
    const { package: name, version } = namesOfCountries
    execFileSync('npm', ['install', ...options, `${name}@${version}`], { stdio: 'inherit' })
    const require = createRequire(join(folder, 'index.js'))
    const loaded = require(name)
    for (const language of ['en', 'id']) loaded.registerLocale(require(`${name}/langs/${language}.json`))
    return loaded
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const isoCountries = loadIsoCountries()

/** Overrides where Unicode's short English name differs from the specification or common use. */
const displayNames = {
  BQ: 'Caribbean Netherlands',
  CC: 'Cocos Islands',
  CD: 'Democratic Republic of the Congo',
  CG: 'Republic of the Congo',
  CI: 'Ivory Coast',
  GB: 'United Kingdom',
  GS: 'South Georgia and the South Sandwich Islands',
  HK: 'Hong Kong',
  HM: 'Heard and McDonald Islands',
  MM: 'Myanmar',
  MO: 'Macau',
  PN: 'Pitcairn Islands',
  PS: 'Palestine',
  UM: 'US Minor Outlying Islands',
  US: 'USA',
  VC: 'Saint Vincent and the Grenadines',
  VI: 'US Virgin Islands',
  VN: 'Viet Nam',
  BA: 'Bosnia and Herzegovina',
}

/** Spellings that occur on forms but in none of the sources. */
const extraSpellings = {
  AG: ['Antigua'],
  AR: ['Argentine Republic'],
  BA: ['Bosnia-Hercegovina'],
  BF: ['Upper Volta'],
  BN: ['Negara Brunei Darussalam'],
  BO: ['Plurinational State of Bolivia'],
  BQ: ['Bonaire', 'Sint Eustatius', 'Saba', 'BES Islands'],
  BR: ['Federative Republic of Brazil'],
  BY: ['Byelorussia'],
  CC: ['Keeling Islands'],
  CD: ['DR Congo', 'DRC', 'Congo DR', 'Congo DRC', 'Congo Democratic', 'Congo Kinshasa', 'Zaire'],
  CH: ['Swiss Confederation'],
  CG: ['Congo', 'Congo Brazzaville'],
  CI: ['Cote d Ivoire'],
  CN: ['PRC', 'P.R. China', 'Mainland China', 'RRT'],
  CV: ['Cabo Verde'],
  CZ: ['Czech'],
  DE: ['Deutschland'],
  DO: ['Dominican Rep'],
  DZ: ["People's Democratic Republic of Algeria"],
  EG: ['Arab Republic of Egypt'],
  FK: ['Malvinas'],
  FM: ['Federated States of Micronesia'],
  FR: ['French Republic', 'Metropolitan France'],
  GB: [
    'Britain',
    'England',
    'Scotland',
    'Wales',
    'Northern Ireland',
    'Inggris',
    'United Kingdom of Great Britain and Northern Ireland',
  ],
  GR: ['Hellas', 'Hellenic Republic'],
  GS: ['South Georgia'],
  HK: ['Hongkong', 'Hong Kong SAR', 'Hong Kong, China', 'Hongkong SAR China'],
  IE: ['Eire', 'Irish Republic'],
  IO: ['Diego Garcia'],
  IT: ['Italian Republic'],
  KG: ['Kyrgyz Republic'],
  KH: ['Kampuchea'],
  KN: ['St Kitts', 'Nevis'],
  KP: [
    "Democratic People's Republic of Korea",
    'DPRK',
    'DPR Korea',
    'Korea DPR',
    "Korea Democratic People's Rep",
  ],
  KR: ['Korea', 'Korea Rep', 'ROK', 'Republic Korea'],
  KZ: ['Kazakstan'],
  LA: ['Lao PDR', 'Lao'],
  LK: ['Ceylon', 'Democratic Socialist Republic of Sri Lanka'],
  LU: ['Grand Duchy of Luxembourg'],
  JO: ['Hashemite Kingdom of Jordan'],
  LY: ['Libyan Arab Jamahiriya'],
  MD: ['Moldavia'],
  MF: ['Saint-Martin'],
  MK: [
    'Macedonia',
    'FYROM',
    'Former Yugoslav Republic of Macedonia',
    'Macedonia, the former Yugoslav Republic of',
  ],
  MM: ['Burma', 'Republic of the Union of Myanmar'],
  MO: ['Macao', 'Macau SAR', 'Macao SAR', 'Macao, China', 'Macau, China'],
  MP: ['Saipan'],
  MX: ['United Mexican States'],
  NL: ['Holland'],
  NP: ['Federal Democratic Republic of Nepal'],
  PS: ['Palestinian Territory', 'Occupied Palestinian Territory', 'Palestinian Territory, Occupied'],
  PH: ['Philippine', 'Phillipines', 'Philipines'],
  PT: ['Portuguese Republic'],
  SH: ['Saint Helena, Ascension and Tristan da Cunha', 'Ascension', 'Ascension Island', 'Tristan da Cunha'],
  SJ: ['Svalbard', 'Jan Mayen'],
  SK: ['Slovak Republic', 'Slovak'],
  SR: ['Surinam'],
  ST: ['Sao Tome'],
  SX: ['Saint Maarten'],
  SZ: ['Swaziland'],
  TC: ['Turks and Caicos'],
  TH: ['Siam'],
  TL: ['East Timor', 'Timor Timur'],
  TR: ['Turkiye', 'Turkey'],
  TT: ['Trinidad', 'Tobago'],
  TW: [
    'Republic of China',
    'ROC',
    'Taiwan ROC',
    'Chinese Taipei',
    'Taiwan, Republic of China',
    'Taiwan, China',
    'Taiwan Province of China',
  ],
  UM: ['United States Minor Outlying Islands'],
  US: ['America', 'United States', 'US of America'],
  VA: ['Holy See', 'Vatican', 'Vatican City State'],
  VC: ['Saint Vincent'],
  VE: ['Bolivarian Republic of Venezuela'],
  VG: ['BVI', 'Virgin Islands, British', 'Virgin Islands, UK'],
  VI: [
    'USVI',
    'United States Virgin Islands',
    'Virgin Islands',
    'Virgin Islands, United States',
    'Virgin Islands, US',
  ],
  VN: ['Vietnam'],
  WS: ['Western Samoa'],
  XK: ['Kosova'],
}

/** Dialling codes of territories that have no numbering plan of their own (ITU-T E.164). */
const sharedPlans = { AQ: '672', BV: '47', GS: '500', HM: '672', PN: '64', TF: '262', UM: '1' }
/** Spellings to leave out because another country's sources have them too. */
const excludedSpellings = { CD: ['Congo'] }

/** Codes outside current ISO 3166-1: passports (ICAO Doc 9303-3 §5), withdrawn ISO codes, customary codes. */
const otherCountryCodes = {
  UK: 'GB',
  EL: 'GR',
  D: 'DE',
  GBD: 'GB',
  GBN: 'GB',
  GBO: 'GB',
  GBP: 'GB',
  GBS: 'GB',
  RKS: 'XK',
  UNK: 'XK',
  XKK: 'XK',
  BUR: 'MM',
  FXX: 'FR',
  ROM: 'RO',
  TMP: 'TL',
  ZAR: 'CD',
  ZIM: 'ZW',
}
const nonCountryCodes = {
  EUE: 'EUROPEAN UNION',
  UNO: 'UNITED NATIONS',
  UNA: 'UNITED NATIONS AGENCY',
  XBA: 'AFRICAN DEVELOPMENT BANK',
  XIM: 'AFRICAN EXPORT-IMPORT BANK',
  XCC: 'CARIBBEAN COMMUNITY',
  XCE: 'COUNCIL OF EUROPE',
  XCO: 'COMMON MARKET FOR EASTERN AND SOUTHERN AFRICA',
  XDC: 'SOUTHERN AFRICAN DEVELOPMENT COMMUNITY',
  XEC: 'ECONOMIC COMMUNITY OF WEST AFRICAN STATES',
  XES: 'ORGANIZATION OF EASTERN CARIBBEAN STATES',
  XMP: 'PARLIAMENTARY ASSEMBLY OF THE MEDITERRANEAN',
  XPO: 'INTERPOL',
  XOM: 'SOVEREIGN MILITARY ORDER OF MALTA',
  XCT: 'NORTHERN CYPRUS',
  XXA: 'STATELESS',
  XXB: 'REFUGEE',
  XXC: 'REFUGEE',
  XXX: 'UNSPECIFIED NATIONALITY',
  ANT: 'NETHERLANDS ANTILLES',
  NTZ: 'NEUTRAL ZONE',
  SCG: 'SERBIA AND MONTENEGRO',
  YUG: 'YUGOSLAVIA',
  IAO: 'INTERNATIONAL CIVIL AVIATION ORGANIZATION',
  UTO: 'UTOPIA',
}

const regionNames = (locale, style) => {
  const names = new Intl.DisplayNames(locale, { type: 'region', style, fallback: 'none' })
  return (iso2) => names.of(iso2) ?? []
}
const sources = [
  regionNames('en', 'short'),
  regionNames('en', 'long'),
  regionNames('id', 'long'),
  (iso2) => isoCountries.getName(iso2, 'en', { select: 'all' }) ?? [],
  (iso2) => isoCountries.getName(iso2, 'id', { select: 'all' }) ?? [],
  (iso2) => extraSpellings[iso2] ?? [],
]

const toDisplayCapitals = (name) =>
  name
    .replace(/^St\. /, 'Saint ')
    .replaceAll('&', 'and')
    .replaceAll('’', "'")
    .toUpperCase()

/** The name without brackets; lookups fall back to it, so longer spellings are superfluous. */
const withoutBrackets = (name) => name.replace(/\(.*/, '')

const shortEnglish = sources[0]
const displayName = (iso2) => toDisplayCapitals(displayNames[iso2] ?? shortEnglish(iso2))

/** With the area code where one belongs to that country alone, as in +1 242 for the Bahamas. */
function diallingCode(iso2) {
  if (sharedPlans[iso2]) return sharedPlans[iso2]
  const metadata = new Metadata()
  metadata.selectNumberingPlan(iso2)
  const plan = metadata.numberingPlan
  const area = plan.leadingDigits()
  const ownArea = plan.callingCode() === '1' && /^\d{3}$/.test(area)
  return ownArea ? `1${area}` : plan.callingCode()
}

const iso2Codes = Object.keys(isoCountries.getAlpha2Codes()).sort()
const claimed = new Map()
function claim(name, iso2) {
  const key = countryKey(name)
  const other = claimed.get(key)
  if (other && other !== iso2) throw new Error(`${name} is claimed by ${other} and ${iso2}`)
  claimed.set(key, iso2)
  return other === undefined
}

for (const iso2 of iso2Codes) claim(displayName(iso2), iso2)

const table = iso2Codes.map((iso2) => {
  const spellings = sources
    .flatMap((source) => source(iso2))
    .filter((name) => !excludedSpellings[iso2]?.includes(name))
    .filter((name) => claimed.get(countryKey(withoutBrackets(name))) !== iso2 && claim(name, iso2))
    .map((name) => toDisplayCapitals(name).replaceAll(',', ''))
  const iso3 = iso2 === 'XK' ? 'XKX' : isoCountries.alpha2ToAlpha3(iso2)
  return [iso2, iso3, diallingCode(iso2), [displayName(iso2), ...spellings].join('|')].join(',')
})

const formatEntries = (entries) =>
  Object.entries(entries)
    .map(([code, name]) => `  ${code}: '${name}',\n`)
    .join('')

writeFileSync(
  fileURLToPath(new URL('../src/contract/rules/country-table.ts', import.meta.url)),
  `// Generated by scripts/make-country-table.mjs; do not edit.

/** One line per country: alpha-2, alpha-3, dialling code, and the displayed name followed by other spellings. */
export const countryTable = \`
${table.join('\n')}
\`
  .trim()
  .split('\\n')

/** Other codes of these countries: passport codes (ICAO Doc 9303-3 §5), withdrawn and customary codes. */
export const otherCountryCodes = {
${formatEntries(otherCountryCodes)}}

/** Passport codes that are not a current country: issuing organisations, persons without nationality. */
export const nonCountryCodes = {
${formatEntries(nonCountryCodes)}}
`,
)
