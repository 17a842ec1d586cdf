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
  CN: ['PRC', 'P.R. China', 'Mainland China', 'RRT', '中华人民共和国', '中國'],
  CV: ['Cabo Verde'],
  CZ: ['Czech'],
  DE: ['Bundesrepublik Deutschland', 'BRD'],
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
    'Großbritannien',
    'Grande-Bretagne',
    'Angleterre',
    'Gran Bretaña',
    'Inglaterra',
    'Inghilterra',
  ],
  GR: ['Hellas', 'Hellenic Republic'],
  GS: ['South Georgia'],
  HK: ['香港', 'Hongkong', 'Hong Kong SAR', 'Hong Kong, China', 'Hongkong SAR China'],
  IE: ['Eire', 'Irish Republic'],
  IO: ['Diego Garcia'],
  IT: ['Italian Republic'],
  JP: ['Nippon', 'Nihon', '日本国'],
  KG: ['Kyrgyz Republic'],
  KH: ['Kampuchea'],
  KN: ['St Kitts', 'Nevis'],
  KP: [
    "Democratic People's Republic of Korea",
    'DPRK',
    'N. Korea',
    'DPR Korea',
    'Korea DPR',
    "Korea Democratic People's Rep",
  ],
  KR: ['Korea', 'Korea Rep', 'ROK', 'Republic Korea', 'S. Korea', '한국'],
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
  MO: ['澳門', '澳门', 'Macao', 'Macau SAR', 'Macao SAR', 'Macao, China', 'Macau, China'],
  MP: ['Saipan'],
  MX: ['United Mexican States'],
  NL: ['Holland'],
  NP: ['Federal Democratic Republic of Nepal'],
  PS: ['Palestinian Territory', 'Occupied Palestinian Territory', 'Palestinian Territory, Occupied'],
  PH: ['Philippine', 'Phillipines', 'Philipines'],
  PT: ['Portuguese Republic'],
  RU: ['Российская Федерация', 'РФ'],
  SH: ['Saint Helena, Ascension and Tristan da Cunha', 'Ascension', 'Ascension Island', 'Tristan da Cunha'],
  SJ: ['Svalbard', 'Jan Mayen'],
  SK: ['Slovak Republic', 'Slovak'],
  SR: ['Surinam'],
  ST: ['Sao Tome'],
  SX: ['Saint Maarten'],
  SZ: ['Swaziland'],
  TC: ['Turks and Caicos'],
  TH: ['Siam', 'ประเทศไทย'],
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
    '中華民國',
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

/** Of people; one that two countries share (Dominican, Congolese) is none's. */
const adjectives = Object.fromEntries(
  `
AD Andorran
AE Emirati|Emirian
AF Afghan|Afghani
AG Antiguan
AL Albanian
AM Armenian
AO Angolan
AR Argentine|Argentinian|Argentinean
AS American Samoan
AT Austrian
AU Australian|Aussie
AW Aruban
AZ Azerbaijani|Azeri
BA Bosnian
BB Barbadian|Bajan
BD Bangladeshi
BE Belgian
BF Burkinabe|Burkinabé
BG Bulgarian
BH Bahraini
BI Burundian
BJ Beninese|Beninois
BM Bermudian
BN Bruneian
BO Bolivian
BR Brazilian
BS Bahamian
BT Bhutanese
BW Botswanan|Batswana|Motswana
BY Belarusian|Belarussian
BZ Belizean
CA Canadian
CF Central African
CH Swiss
CI Ivorian
CL Chilean
CM Cameroonian
CN Chinese
CO Colombian
CR Costa Rican
CU Cuban
CV Cape Verdean|Cabo Verdean
CW Curaçaoan
CY Cypriot
CZ Czech
DE German
DJ Djiboutian
DK Danish|Dane
DZ Algerian
EC Ecuadorian|Ecuadorean
EE Estonian
EG Egyptian
ER Eritrean
ES Spanish|Spaniard
ET Ethiopian
FI Finnish|Finn
FJ Fijian
FM Micronesian
FO Faroese
FR French
GA Gabonese
GB British|Briton|English|Scottish|Welsh|Northern Irish
GD Grenadian
GE Georgian
GH Ghanaian
GI Gibraltarian
GL Greenlandic|Greenlander
GM Gambian
GN Guinean
GQ Equatorial Guinean|Equatoguinean
GR Greek
GT Guatemalan
GU Guamanian
GW Bissau-Guinean|Guinea-Bissauan
GY Guyanese
HK Hong Konger|Hongkonger|Hong Kong Chinese
HN Honduran
HR Croatian|Croat
HT Haitian
HU Hungarian
ID Indonesian|WNI
IE Irish
IL Israeli
IM Manx
IN Indian
IQ Iraqi
IR Iranian
IS Icelandic|Icelander
IT Italian
JM Jamaican
JO Jordanian
JP Japanese
KE Kenyan
KG Kyrgyz|Kyrgyzstani|Kirghiz
KH Cambodian|Khmer
KI I-Kiribati|Kiribatian
KM Comoran|Comorian
KN Kittitian|Nevisian
KP North Korean
KR Korean|South Korean
KW Kuwaiti
KY Caymanian
KZ Kazakh|Kazakhstani
LA Laotian
LB Lebanese
LC Saint Lucian
LI Liechtensteiner
LK Sri Lankan
LR Liberian
LS Basotho|Mosotho
LT Lithuanian
LU Luxembourger|Luxembourgish
LV Latvian
LY Libyan
MA Moroccan
MC Monegasque|Monacan
MD Moldovan
ME Montenegrin
MG Malagasy|Madagascan
MH Marshallese
MK Macedonian|North Macedonian
ML Malian
MM Burmese|Myanmarese
MN Mongolian
MO Macanese|Macau Chinese
MR Mauritanian
MT Maltese
MU Mauritian
MV Maldivian
MW Malawian
MX Mexican
MY Malaysian
MZ Mozambican
NA Namibian
NC New Caledonian
NE Nigerien
NG Nigerian
NI Nicaraguan
NL Dutch|Netherlander
NO Norwegian
NP Nepalese|Nepali
NR Nauruan
NU Niuean
NZ New Zealander|Kiwi
OM Omani
PA Panamanian
PE Peruvian
PF French Polynesian|Tahitian
PG Papua New Guinean|Papuan
PH Filipino
PK Pakistani
PL Polish|Pole
PR Puerto Rican
PS Palestinian
PT Portuguese
PW Palauan
PY Paraguayan
QA Qatari
RO Romanian
RS Serbian|Serb
RU Russian
RW Rwandan
SA Saudi|Saudi Arabian
SB Solomon Islander
SC Seychellois
SD Sudanese
SE Swedish|Swede
SG Singaporean
SI Slovenian|Slovene
SK Slovakian
SL Sierra Leonean
SM Sammarinese|San Marinese
SN Senegalese
SO Somali|Somalian
SR Surinamese
SS South Sudanese
ST Sao Tomean
SV Salvadoran|Salvadorean|Salvadorian
SY Syrian
SZ Swazi
TD Chadian
TG Togolese
TH Thai
TJ Tajik|Tajikistani
TL Timorese|East Timorese
TM Turkmen
TN Tunisian
TO Tongan
TR Turkish|Turk
TT Trinidadian|Tobagonian
TV Tuvaluan
TW Taiwanese
TZ Tanzanian
UA Ukrainian
UG Ugandan
US American|US American
UY Uruguayan
UZ Uzbek|Uzbekistani
VC Vincentian
VE Venezuelan
VN Vietnamese
VU Vanuatuan|Ni-Vanuatu
WS Samoan
XK Kosovar|Kosovan
YE Yemeni
ZA South African
ZM Zambian
ZW Zimbabwean
`
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, 2), line.slice(3).split('|')]),
)

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
  XXK: 'XK',
  KSA: 'SA',
  RSA: 'ZA',
  GER: 'DE',
  SUI: 'CH',
  NED: 'NL',
  POR: 'PT',
  GRE: 'GR',
  CRO: 'HR',
  INA: 'ID',
  MAS: 'MY',
  PHI: 'PH',
  VIE: 'VN',
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
  IAO: 'INTERNATIONAL CIVIL AVIATION ORGANIZATION',
}
const expiredCodes = {
  ANT: 'NETHERLANDS ANTILLES',
  CSK: 'CZECHOSLOVAKIA',
  DDR: 'EAST GERMANY',
  NTZ: 'NEUTRAL ZONE',
  SCG: 'SERBIA AND MONTENEGRO',
  SUN: 'SOVIET UNION',
  YUG: 'YUGOSLAVIA',
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
  (iso2) => adjectives[iso2] ?? [],
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

/** Passport codes that are not a country: issuing organisations, persons without nationality. */
export const nonCountryCodes = {
${formatEntries(nonCountryCodes)}}

/** Codes of which no valid passport exists: former countries, specimens. */
export const expiredCodes = {
${formatEntries(expiredCodes)}}
`,
)
