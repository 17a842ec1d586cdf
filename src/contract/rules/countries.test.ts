import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countries,
  countryKey,
  countryNameOfCode,
  isNationality,
  normaliseCountry,
  phoneCode,
  splitCountries,
} from './countries.ts'

describe('countryNameOfCode names the country of a three-letter code (spec §9)', () => {
  test.each([
    ['IDN', 'INDONESIA'],
    ['GBR', 'UNITED KINGDOM'],
    ['USA', 'USA'],
    ['VNM', 'VIET NAM'],
    ['D', 'GERMANY'],
    ['D<<', 'GERMANY'],
    ['GBN', 'UNITED KINGDOM'],
    ['RKS', 'KOSOVO'],
    ['XXA', 'STATELESS'],
    ['XPO', 'INTERPOL'],
    ['UNO', 'UNITED NATIONS'],
    ['EUE', 'EUROPEAN UNION'],
    ['idn', 'INDONESIA'],
    [' IDN ', 'INDONESIA'],
    ['I.D.N.', 'INDONESIA'],
    ['D<<<<', 'GERMANY'],
  ])('%s is %s', (code, name) => expect(countryNameOfCode(code)).toBe(name))

  test.each(['QQQ', 'zzz', 'Indonesia', 'constructor', '__proto__', 'ID'])(
    'an unknown code %s is returned unchanged',
    (code) => expect(countryNameOfCode(code)).toBe(code),
  )
  test.each(['', '-', ' ', ' -- ', null, undefined])('a missing value %j gives -', (code) =>
    expect(countryNameOfCode(code)).toBe('-'),
  )
})

describe('phoneCode returns the dialling code of a country (spec §3)', () => {
  test.each([
    ['INDONESIA', '62'],
    ['UK', '44'],
    ['USA', '1'],
    ['indonesia', '62'],
    ['Indonesia (+62)', '62'],
    ['UK (Great Britain)', '44'],
    ['Viet Nam', '84'],
    ['SOUTH KOREA', '82'],
    ['Bahamas', '1242'],
    ['Dominican Republic', '1'],
    ['Antarctica', '672'],
    ['Kosovo', '383'],
  ])('%s has the dialling code %s', (name, code) => expect(phoneCode(name)).toBe(code))

  test.each(['', '-', 'Atlantis', '62', '('])('%j has no dialling code', (name) =>
    expect(phoneCode(name)).toBeUndefined(),
  )
})

const spellings: [string, string][] = [
  ['VN', 'VIETNAM, VIET NAM, Việt Nam, Socialist Republic of Vietnam, vnm'],
  ['KR', 'SOUTH KOREA, Korea (South), Korea / Republic of, Republic of Korea, KOREA'],
  [
    'KP',
    "North Korea, KOREA (NORTH), Democratic People's Republic of Korea, Korea / Democratic People’s Republic of",
  ],
  ['RU', 'RUSSIA, Russian Federation, Rusia'],
  ['GB', 'UK, U.K., GREAT BRITAIN, United Kingdom, England, Inggris, GBD'],
  [
    'US',
    'USA, U.S.A., US, United States, UNITED STATES OF AMERICA, The United States of America, Amerika Serikat',
  ],
  ['CI', "IVORY COAST, Côte d'Ivoire, COTE D’IVOIRE, Cote dIvoire"],
  ['CZ', 'CZECHIA, Czech Republic'],
  ['TR', 'TURKEY, TÜRKİYE, Türkiye, TURKIYE, Turki'],
  ['MO', 'MACAU, Macao, Macao SAR'],
  ['HK', 'HONG KONG, HONGKONG, Hong Kong SAR China, Hong Kong (SAR)'],
  ['TW', 'TAIWAN, Taiwan / Province of China, Republic of China'],
  ['CN', 'CHINA, People’s Republic of China, Tiongkok'],
  ['LA', "LAOS, Lao People's Democratic Republic, LAO PDR"],
  ['BO', 'BOLIVIA, Bolivia (Plurinational State of), Plurinational State of Bolivia'],
  [
    'CD',
    'DR CONGO, Congo (Kinshasa), Democratic Republic of the Congo, Congo / The Democratic Republic of the',
  ],
  ['CG', 'CONGO, Congo (Brazzaville), Republic of the Congo'],
  ['VG', 'British Virgin Islands, Virgin Islands (British), Virgin Islands / British'],
  ['VI', 'US Virgin Islands, Virgin Islands (U.S.)'],
  ['IR', 'IRAN, Iran (Islamic Republic of), Islamic Republic of Iran'],
  ['ST', 'ST, SÃO TOMÉ & PRÍNCIPE, Sao Tome and Principe'],
  ['KN', 'St. Kitts & Nevis, SAINT KITTS AND NEVIS'],
  ['AD', 'AND, AD, Principality of Andorra'],
  ['NE', 'NIGER, Republic of Niger'],
  ['NG', 'NIGERIA, Federal Republic of Nigeria'],
  [
    'ID',
    'ID, IDN, indonesia, Republic of Indonesia, INDONESIA (+62), Indonesian, WNI, Warga Negara Indonesia, ID - Indonesia, INA, 🇮🇩 Indonesia, 🇮🇩, Indonesia +62, インドネシア',
  ],
  [
    'GB',
    'British, British citizen, British National (Overseas), GBR - British Citizen, WN Inggris, GBN, GBO, GBP, GBS, Scottish, Großbritannien, Reino Unido, 英国',
  ],
  ['US', 'American, US citizen, USA / American, Vereinigte Staaten, Estados Unidos, США, 美国, ＵＳＡ'],
  [
    'AU',
    'AUS - Australia, AUS-Australia, AUS Australia, Australia (AUS), (AUS) Australia, AUSTRALIA / AU, AU: Australia, [AUS] Australian',
  ],
  ['AT', 'Österreich, Osterreich, Austrian, Austria (Österreich), Österreich / Austria'],
  ['JP', '日本, 日本国, Japanese, Nippon, JPN 日本, 日本 (JPN), Citizen of Japan'],
  ['RU', 'Россия, Российская Федерация, РОССИЯ, Russian'],
  ['DE', 'Deutschland, German, GER, D, D<<, Allemagne, Germany/Deutschland'],
  ['SA', 'KSA, Saudi, Saudi Arabian, المملكة العربية السعودية'],
  ['AE', 'UAE, U.A.E., Emirati, الإمارات العربية المتحدة'],
  ['XK', 'XXK, XKX, RKS, UNK, Kosovar, Kosovo (RKS)'],
  ['TH', 'Thai, ไทย, ประเทศไทย, Thailand - THA'],
  ['KZ', 'Қазақстан, Казахстан, Kazakh'],
  ['CD', 'Congo (COD), COD - Congo'],
  ['KP', 'Korea (PRK)'],
  ['VN', 'Việt Nam, Vietnamese, VNM - Viet Nam'],
]

describe('normaliseCountry gives every spelling of a country the same name', () => {
  test.each(spellings.flatMap(([iso2, list]) => list.split(', ').map((given) => [given, iso2] as const)))(
    '%s is %s',
    (given, iso2) => expect(normaliseCountry(given.replace(' / ', ', ')).iso2).toBe(iso2),
  )

  test('every country is found beside its code, and by its name in its own language', () => {
    for (const { iso2, iso3, name } of countries) {
      const own = new Intl.Locale(`und-${iso2}`).maximize().language
      const ownName = new Intl.DisplayNames(own, { type: 'region' }).of(iso2) ?? name
      for (const given of [`${iso3} - ${name}`, `${name} (${iso3})`, `${iso2} / ${name}`, ownName])
        expect(normaliseCountry(given), given).toEqual({ name, iso2 })
    }
  })

  test('every country is found by its codes and its name, in upper and lower case', () => {
    for (const { iso2, iso3, name } of countries)
      for (const given of [iso2, iso3, name, name.toLowerCase(), ` ${iso3.toLowerCase()} `, `${name} (x)`])
        expect(normaliseCountry(given), given).toEqual({ name, iso2 })
  })

  test('unknown text keeps its name, in capitals and without brackets', () => {
    expect(normaliseCountry(' Atlantis  Nova (lost)')).toEqual({ name: 'ATLANTIS NOVA', iso2: null })
    expect(normaliseCountry('constructor')).toEqual({ name: 'CONSTRUCTOR', iso2: null })
    expect(normaliseCountry('xxa')).toEqual({ name: 'STATELESS', iso2: null })
  })

  test.each(['', '-', '  ', ' -- ', '(none)', null, undefined])('a missing value %j gives -', (given) =>
    expect(normaliseCountry(given)).toEqual({ name: '-', iso2: null }),
  )

  test('normalising twice changes nothing', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        const { name } = normaliseCountry(given)
        expect(normaliseCountry(name).name).toBe(name)
      }),
    ))
})

describe('isNationality says whether passports with it exist', () => {
  test.each('GBR XXK RKS EUE UNO UNA XOM XXA XXB XXC XXX XPO XBA XIM XCC GBD D Stateless refugee'.split(' '))(
    'of %s',
    (given) => expect(isNationality(given)).toBe(true),
  )
  test.each([
    'XZZ',
    'XYZ',
    'UTO',
    'YUG',
    'Vietnamm',
    'Dominican',
    'AUS - Sydney',
    'Australia / Indonesia',
    '',
    '-',
  ])('not of %j', (given) => expect(isNationality(given)).toBe(false))
})

test.each([
  ['Malaysia and Singapore', 'MY SG'],
  ['Malaysia / Singapore; Japan | Laos', 'MY SG JP LA'],
  ['Malaysia dan Singapura', 'MY SG'],
  ['新加坡、马来西亚', 'SG MY'],
  ['Korea, Republic of, Japan', 'KR JP'],
  ['Congo, Democratic Republic of the', 'CD'],
  ['Bosnia and Herzegovina, Trinidad & Tobago', 'BA TT'],
  ['AUS - Australia, ID / Indonesia', 'AU ID'],
  ['No', ''],
  ['NO', 'NO'],
  ['n/a', ''],
  ['none.', ''],
])('the countries of %j are %s', (list, codes) =>
  expect(
    splitCountries(list)
      .map((name) => normaliseCountry(name).iso2)
      .join(' '),
  ).toBe(codes),
)

test.each([
  ['Ste. Lucie', 'ST LUCIE'],
  ['Cook Islands', 'Cook Island'],
  ['Kepulauan Cook', 'COOK ISLAND'],
  ['Pulau Natal', 'Natal Island'],
  ['Bosnia dan Herzegovina', 'Herzegovina & Bosnia'],
  ['Isle of Man', 'The Isle of Man'],
  ['Korea, Republic of', 'Republic of Korea'],
])('%s and %s are one name', (one, other) => expect(countryKey(one)).toBe(countryKey(other)))

test.each([
  ['Cook Islands', 'Cook'],
  ['Saint Lucia', 'Lucia'],
])('%s and %s are two', (one, other) => expect(countryKey(one)).not.toBe(countryKey(other)))
