import { describe, expect, test } from 'vitest'
import { goodsKeys } from '../goods.ts'
import type { CheckedLine, PreflightInput } from './checked-order.ts'
import { readTelephoneNumber } from '#server/platform/telephone-plans.ts'
import { checks, preflight } from './preflight.ts'
import { monthsBetween, spanText } from './spans.ts'

const plain: PreflightInput = {
  fields: {
    arrival_full_name: 'Nguyễn Thị Ánh Tuyết',
    arrival_nationality: 'VNM',
    arrival_passport_number: 'C4881027',
    arrival_passport_expiry: '2031-03-14',
    arrival_dob: '1987-09-02',
    arrival_doa: '2026-11-23',
    arrival_mode_of_transport: 'Air',
    arrival_flight_number: 'VN 641',
  },
  readTelephone: readTelephoneNumber,
  familyMember: [],
  importingGoods: [],
  payment: {},
  email: 'tuyet.anh@gmail.com',
  transportType: 'Air and Sea',
  language: 'Vietnamese',
  amount: '49',
  currency: 'USD',
  createdAt: new Date('2026-11-20T03:00:00Z'),
  now: new Date('2026-11-20T03:00:00Z'),
  ordersOfSameTravellers: [],
  furtherOrders: 0,
  gatewayRefunds: [],
  openDisputes: [],
}

const codes = (fields: Record<string, string>, changes: Partial<PreflightInput> = {}) =>
  preflight({ ...plain, ...changes, fields: { ...plain.fields, ...fields } }).map(({ code }) => code)

const member = (name: string, relationship: string, passport = '') => ({
  family_member_name: name,
  family_passport_number: passport,
  family_nationality: 'VNM',
  family_other_nationalities: '',
  family_relationship: relationship,
})

const line = (group: string, values: Partial<CheckedLine>): CheckedLine => ({
  group,
  category: '',
  description_of_Goods: '',
  quantityofGoods: '1',
  units: '',
  value: '',
  currency: '',
  ...values,
})
const declaring = (answers: object, ...details: CheckedLine[]) => ({
  importingGoods: [
    {
      ...(Object.fromEntries(goodsKeys.map((key) => [key, 'No'])) as Record<'animals', 'No'>),
      ...answers,
      details,
    },
  ] as unknown as PreflightInput['importingGoods'],
})

test('an order with nothing wrong, and one that says nothing, have no finding (product §12)', () => {
  expect(codes({})).toEqual([])
  expect(preflight({ ...plain, fields: {}, email: '', language: '', amount: '' })).toEqual([])
})

test('each check has a code of its own, and what stops an order comes first', () => {
  expect(new Set(checks.map(({ code }) => code)).size).toBe(checks.length)
  expect(codes({ arrival_dod: '2026-11-01', arrival_full_name: 'Tuyet 2' }, { currency: '' })).toEqual([
    'leaves-before-arrival',
    'name-characters',
    'amount-currency',
  ])
})

test.each<[string, Record<string, string>, string[]]>([
  ['expires on the day', { arrival_passport_expiry: '2026-11-23' }, ['passport-expired']],
  ['a day less than six months', { arrival_passport_expiry: '2027-05-22' }, ['passport-expires-soon']],
  ['six months', { arrival_passport_expiry: '2027-05-23' }, []],
  ['eleven years', { arrival_passport_expiry: '2037-11-20' }, ['passport-expiry-too-far']],
  ['another form', { arrival_passport_number: 'C48810' }, ['passport-form']],
  ['blanks and small letters', { arrival_passport_number: 'c 488 1027' }, []],
  ['an O for a 0', { arrival_passport_number: 'C4881O27' }, ['passport-lookalike']],
  ['a passport of a country without a known form', { arrival_nationality: 'TLS' }, []],
  ['a number of 40 characters', { arrival_passport_number: 'C'.repeat(40) }, ['passport-form']],
  ['a longer text', { arrival_passport_number: 'C'.repeat(41) }, ['too-long']],
  ['a name of 201 letters', { arrival_full_name: 'A'.repeat(201) }, ['too-long']],
  ['fillers of an MRZ', { arrival_full_name: 'NGUYEN<<ANH' }, ['name-mrz']],
  ['other letters', { arrival_full_name: '王芳' }, ['name-letters']],
  ['the passport has Latin ones', { arrival_full_name: '王芳', arrival_passport_name: 'WANG FANG' }, []],
  ['one word twice', { arrival_full_name: 'SUHARTO Suharto' }, ['name-filled']],
  ['a filling', { arrival_full_name: 'Wayan FNU', arrival_passport_name: 'LNU WAYAN' }, ['name-filled']],
  ['a double name', { arrival_full_name: 'Maria Maria Lopez' }, []],
  ['signs of direction and an okina', { arrival_full_name: '\u202AKaʻōnohi\u202C Kealiʼi' }, []],
  ['an adjective', { arrival_nationality: 'Vietnamese' }, []],
  ['a code and a name', { arrival_nationality: 'VNM - Viet Nam' }, []],
  ['a code of nobody', { arrival_nationality: 'XZZ' }, ['nationality-unknown']],
  ['a title', { arrival_full_name: 'Mr Anh Tuyet' }, ['name-title']],
  ['born tomorrow elsewhere', { arrival_dob: '2026-11-21' }, ['birth-today']],
  ['born later', { arrival_dob: '2026-11-22' }, ['birth-ahead']],
  ['110 years old', { arrival_dob: '1916-11-23' }, []],
  ['111 years old', { arrival_dob: '1915-11-23' }, ['birth-long-ago']],
  ['18 on the day', { arrival_dob: '2008-11-23' }, []],
  ['17 on the day, alone', { arrival_dob: '2008-11-24' }, ['minor-alone']],
  ['no country', { arrival_nationality: 'Vietnamm' }, ['nationality-unknown']],
  [
    'a telephone of Brazil',
    { arrival_phone_code: '55', arrival_phone_number: '11 91234 5678' },
    ['telephone-far'],
  ],
  [
    'that lives there',
    { arrival_phone_code: '55', arrival_phone_number: '11 91234 5678', arrival_countries_visited: 'Brazil' },
    [],
  ],
  ['a travel date of the Thai calendar', { arrival_doa: '2569-11-23' }, ['travel-not-meant']],
  ['too few digits', { arrival_phone_code: '84', arrival_phone_number: '9123' }, ['telephone-impossible']],
  ['with the code in the number', { arrival_phone_code: '84', arrival_phone_number: '84912345678' }, []],
  ['before the order', { arrival_doa: '2026-11-19' }, ['travel-before-order']],
  ['a year ahead', { arrival_doa: '2027-11-20' }, []],
  ['a day more', { arrival_doa: '2027-11-21' }, ['travel-far-ahead']],
  ['180 days', { arrival_dod: '2027-05-22' }, []],
  ['181 days', { arrival_dod: '2027-05-23' }, ['long-stay']],
  ['a letter for a digit', { arrival_flight_number: 'VN 64I' }, ['flight-form']],
  ['a suffix', { arrival_flight_number: 'QF43D' }, []],
  ['an airline with a digit for a letter', { arrival_flight_number: '0D 157' }, ['flight-form']],
  ['a vessel by air', { arrival_vessel_name: 'MV Sindo' }, ['other-transport']],
  ['a port of ferries by air', { arrival_place_of_arrival: 'Batam Centre' }, ['other-port']],
  ['a city elsewhere', { arrival_city: 'Kota Denpasar', arrival_province: 'DKI Jakarta' }, ['city-province']],
  ['an English name of a province', { arrival_city: 'Kab. Garut', arrival_province: 'West Java' }, []],
  [
    'a postal code elsewhere',
    { arrival_address_in_indonesia: 'Jl. Sudirman 1, 12190', arrival_province: 'Bali' },
    ['address-province'],
  ],
  [
    'a quarter that is called as a regency',
    { arrival_address_in_indonesia: 'Jl. Rasuna Said, Kuningan', arrival_province: 'DKI Jakarta' },
    [],
  ],
])('%s', (_, fields, found) => expect(codes(fields)).toEqual(found))

test.each([
  ['anh@gmial.com', ['email-mistyped']],
  ['anh@gmail.con', ['email-mistyped']],
  ['anh@yahoo.co.vn', []],
  ['anh@ymail.com', []],
  ['anh@gmx.de', []],
  ['anh@mailinator.com', ['email-throw-away']],
  ['anh@bücher.example', []],
  ['anh@пример.рф', []],
  ['anh@उदाहरण.भारत', []],
  ['anh@例え。テスト', []],
  ['anh@xn--e1afmkfd.xn--p1ai', []],
  ['anh+b@mail-1.co.id', []],
  ['tuyết@example.com', ['email-undeliverable']],
  ['anh@example.com.', ['email-undeliverable']],
  ['anh@example..com', ['email-undeliverable']],
  ['anh..x@example.com', ['email-undeliverable']],
  ['.anh@example.com', ['email-undeliverable']],
  ['anh @example.com', ['email-undeliverable']],
  ['anh@example', ['email-undeliverable']],
  ['anh@-example.com', ['email-undeliverable']],
  ['anh@exa_mple.com', ['email-undeliverable']],
  ['anh@192.0.2.1', ['email-undeliverable']],
  ['anh', ['email-undeliverable']],
])('the e-mail %s', (email, found) => expect(codes({}, { email })).toEqual(found))

test.each<[string, Parameters<typeof codes>[0], Parameters<typeof codes>[1]]>([
  ['the name', { arrival_full_name: 'G\uFFFDnther Wei\uFFFD' }, {}],
  ['the address', { arrival_address_in_indonesia: 'Jl. \uFFFD 5' }, {}],
  ['a field of the site', { arrival_new_thing: '\uFFFD' }, {}],
  ['UTF-8 read in a code page', { arrival_hotel_name: 'CafÃ© de lâ€™Europe' }, {}],
  ['the family', {}, { familyMember: [member('Tr\uFFFDn Văn Hải', 'Father')] }],
  ['goods', {}, declaring({ purchase: 'Yes' }, line('purchase', { description_of_Goods: 'Th\uFFFD' }))],
  ['the payment', {}, { payment: { cardholder_name: 'NGUYEN TH\uFFFD ANH TUYET' } }],
  ['the language', {}, { language: 'Ti\uFFFDng Vi\uFFFDt' }],
])('a letter that was lost in %s stops the order', (_, fields, changes) =>
  expect(codes(fields, changes)).toContain('letters-lost'),
)

describe('a family', () => {
  test('has each passport once, and an adult for a minor', () => {
    const family = { familyMember: [member('Trần Văn Hải', 'Father', 'c4881027')] }
    expect(codes({ arrival_dob: '2015-01-01' }, family)).toEqual(['passport-twice'])
  })
  test('fits the ages', () => {
    expect(
      codes({ arrival_dob: '2014-01-01' }, { familyMember: [member('Trần Văn Hải', 'Husband')] }),
    ).toEqual(['relation-age'])
  })
  test('has nationalities that exist', () => {
    const familyMember = [{ ...member('Trần Văn Hải', 'Father'), family_nationality: 'Vietnamm' }]
    expect(codes({}, { familyMember })).toEqual(['nationality-unknown'])
  })
  test('has the family name at the same end, but where names go on from the father', () => {
    const familyMember = [member('Sophie Keller', 'Daughter')]
    const turned = {
      arrival_full_name: 'Keller Anna',
      arrival_passport_number: '',
      arrival_nationality: 'CHE',
    }
    expect(codes(turned, { familyMember })).toEqual(['name-turned-round'])
    expect(codes({ ...turned, arrival_nationality: 'IND' }, { familyMember })).toEqual([])
  })
})

describe('goods', () => {
  const camera = { description_of_Goods: 'Camera', value: '1,699.00', currency: 'USD' }
  test('over the limit are declared', () => {
    expect(codes({}, declaring({}, line('purchase', camera)))).toEqual(['goods-over-limit', 'goods-denied'])
    expect(codes({}, declaring({ purchase: 'Yes' }, line('purchase', camera)))).toEqual([])
    expect(codes({}, declaring({ purchase: 'Yes' }))).toEqual(['goods-unlisted'])
  })
  test('of cash, from 100 million rupiah on', () => {
    const cash = (value: string) => declaring({ currency: '' }, line('currency', { value, currency: 'IDR' }))
    expect(codes({}, cash('100.000.000'))).toEqual(['cash'])
    expect(codes({}, cash('99999999'))).toEqual([])
  })
  test('have a currency, and at most two telephones', () => {
    const phones = { description_of_Goods: 'iPhone 17', quantityofGoods: '3', value: '900' }
    expect(codes({}, declaring({ purchase: 'Yes' }, line('purchase', phones)))).toEqual([
      'devices',
      'value-currency',
    ])
    const cases = { description_of_Goods: 'Phone cases', quantityofGoods: '6' }
    expect(codes({}, declaring({ purchase: 'Yes' }, line('purchase', cases)))).toEqual([])
  })
  test('of tobacco and alcohol are for those who are old enough', () => {
    const familyMember = [member('Trần Văn Hải', 'Father')]
    const bottle = line('cigarettes', {
      category: 'Alcohol',
      description_of_Goods: 'Whisky',
      units: 'Bottle',
    })
    const declared = { ...declaring({ cigarettes: 'Yes' }, bottle), familyMember }
    expect(codes({ arrival_dob: '2005-11-24' }, declared)).toEqual(['alcohol-age'])
    expect(codes({ arrival_dob: '2005-11-23' }, declared)).toEqual([])
  })
})

describe('a payment', () => {
  test('by a person of the order, in any spelling', () => {
    const paidBy = (cardholder_name: string) => codes({}, { payment: { cardholder_name } })
    expect(paidBy('N T A TUYET')).toEqual([])
    expect(paidBy('HENRIK QVIST')).toEqual(['payer'])
  })
  test('from where the card is, or the traveller was', () => {
    const paidFrom = (payment_ip: string, visited = '') =>
      codes({ arrival_countries_visited: visited }, { payment: { card_country: 'VN', payment_ip } })
    expect(paidFrom('14.160.3.9')).toEqual([])
    expect(paidFrom('177.32.8.9')).toEqual(['card-address'])
    expect(paidFrom('2804:14c::8', 'Brazil')).toEqual([])
    expect(paidFrom('203.0.113.9')).toEqual([])
  })
})

test('a night flight is told by when it was ordered, or by the two dates of a departure', () => {
  const flight = { arrival_flight_number: 'KL 0835' }
  const ordered = (at: string) => ({ createdAt: new Date(at), now: new Date(at) })
  expect(codes(flight, ordered('2026-11-23T02:00:00Z'))).toEqual(['night-flight'])
  expect(codes(flight, ordered('2026-11-22T12:00:00Z'))).toEqual([])
})

test('the time between two days, in months and days', () => {
  expect(spanText('2026-11-23', '2027-03-14')).toBe('3 months and 19 days')
  expect(spanText('2026-11-23', '2026-12-23')).toBe('1 month')
  expect(spanText('2026-11-23', '2026-11-24')).toBe('1 day')
  expect(monthsBetween('2026-11-23', '2026-11-22')).toBe(-1)
})
