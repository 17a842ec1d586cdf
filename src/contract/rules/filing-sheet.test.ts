import { describe, expect, test } from 'vitest'
import { readTelephoneNumber } from '#server/platform/telephone-plans.ts'
import { readTelephones } from './telephone.ts'
import { filingSheet } from './filing-sheet.ts'
import { writeValue, type Writing } from './official-form-values.ts'

const noOthers = { familyMember: [], importingGoods: [], telephones: {} }
const valuesOf = (order: Record<string, string>) =>
  Object.fromEntries(
    filingSheet({ ...noOthers, telephones: readTelephones(order, readTelephoneNumber), ...order })
      .flatMap(({ sections }) => sections)
      .flatMap(({ fields }) => fields)
      .map(({ id, value, hint }) => [id, hint ? `${value} (${hint})` : value]),
  )

test.each<[Writing, string, string]>([
  ['capitals', ' Nguyễn Thị  Ánh Tuyết ', 'NGUYEN THI ANH TUYET'],
  ['capitals', 'Łukasz Großkopf', 'LUKASZ GROSSKOPF'],
  ['capitals', 'José Ángel Muñoz O’Brien', "JOSE ANGEL MUNOZ O'BRIEN"],
  ['capitals', 'Kaʻōnohi Kealiʻi', "KA'ONOHI KEALI'I"],
  ['capitals', 'Jos\u00e9\u200b Garc\u00eda\u202e', 'JOSE GARCIA'],
  ['capitals', '王秀英', '王秀英'],
  ['capitals', 'がんばる', 'がんばる'],
  ['capitals', 'عبد الله', 'عبد الله'],
  ['capitals, no blanks', 'vn 64-1', 'VN641'],
  ['no full stops', 'Jl. Raya Sanggingan No. 88, Ubud', 'JL RAYA SANGGINGAN NO 88 UBUD'],
  ['day/month/year', '1987-09-02', '02/09/1987'],
  ['day/month/year', '2026-11-23 14:30', '23/11/2026'],
  ['day/month/year', 'soon', 'soon'],
  ['country', 'VNM', 'VIET NAM'],
  ['country', 'Republic of Indonesia', 'INDONESIA'],
  ['countries', 'VNM, SGP', 'VIET NAM, SINGAPORE'],
  ['dialling code', '84', '+84'],
  ['digits only', '01067', '01067'],
  ['digits only', 'RT 003', '003'],
  ['digits only', '０８０', '080'],
  ['yes or no', 'no', 'NO'],
  ['yes or no', 'Yes', 'YES'],
  ['yes or no', 'Fever', 'FEVER'],
])('%s: %s is written %s', (writing, given, written) => expect(writeValue[writing](given)).toBe(written))

describe('the sheet of an order', () => {
  test('has the fields of the official form in its order, without empty ones, with hints (product §12)', () => {
    expect(
      valuesOf({
        arrival_full_name: 'Nguyễn Thị Ánh Tuyết',
        arrival_passport_number: 'c 4881027',
        arrival_passport_expiry: '2031-03-14',
        arrival_nationality: 'VNM',
        arrival_phone_code: '84',
        arrival_phone_number: '0912 345 678',
        arrival_mode_of_transport: 'Air',
        arrival_flight_number: '',
        arrival_symptoms: 'No',
      }),
    ).toEqual({
      fullName: 'NGUYEN THI ANH TUYET',
      nationality: 'VIET NAM (list)',
      diallingCode: '+84 (list)',
      mobile: '912345678 (digits only)',
      passport: 'C4881027 (capitals, no blanks)',
      passportExpiry: '14/03/2031',
      transport: 'AIR (list)',
      symptoms: 'NO (list, yes or no)',
    })
  })

  test('has the passport’s spelling beside names whose letters differ there (product §16)', () => {
    const sheets = filingSheet({
      telephones: {},
      arrival_full_name: 'Jürgen Müller-O’Hara',
      arrival_place_of_birth: 'Köln',
      familyMember: [
        { family_member_name: 'Zoë Müller' },
        { family_member_name: 'Siobhán O’Hara' },
        { family_member_name: '王芳' },
      ],
      importingGoods: [],
    })
    const names = sheets.map(({ sections }) => sections[0]?.fields[0])
    expect(names.map((field) => [field?.value, field?.hint])).toEqual([
      ["JURGEN MULLER-O'HARA", 'JUERGEN MUELLER OHARA in the passport’s lines'],
      ['ZOE MULLER', 'ZOE MUELLER in the passport’s lines'],
      ["SIOBHAN O'HARA", ''],
      ['王芳', ''],
    ])
  })

  test('has each family member, and the lines of declared goods', () => {
    const travellers = filingSheet({
      telephones: {},
      arrival_full_name: 'Anh Tuyet',
      familyMember: [
        {
          family_member_name: 'Trần Văn Hải',
          family_passport_number: 'C2290417',
          family_nationality: 'VNM',
          family_other_nationalities: '',
          family_relationship: 'Husband',
        },
      ],
      importingGoods: [
        {
          purchase: 'Yes',
          animals: 'No',
          narcotics: '',
          details: [
            {
              description_of_Goods: 'Camera body',
              quantityofGoods: '1',
              units: 'Piece',
              value: '1699',
              currency: 'USD',
            },
          ],
        },
      ],
    })
    expect(travellers.map(({ name, relationship }) => [name, relationship])).toEqual([
      ['Anh Tuyet', ''],
      ['Trần Văn Hải', 'Husband'],
    ])
    expect(
      travellers[0]?.sections.map(({ title, fields }) => [title, fields.map(({ value }) => value)]),
    ).toEqual([
      ['Personal information', ['ANH TUYET']],
      ['Customs questions', ['NO', 'YES']],
      ['Declared goods, line 1', ['CAMERA BODY', '1', 'PIECE', '1699', 'USD']],
    ])
    expect(travellers[1]?.sections[0]?.fields.map(({ id }) => id)).toEqual([
      'family0-fullName',
      'family0-passport',
      'family0-nationality',
      'family0-relationship',
    ])
  })

  test.each([
    [{ arrival_phone_code: '62', arrival_phone_number: '0812 3456 789' }, '+62', '8123456789'],
    [{ arrival_phone_code: '39', arrival_phone_number: '06 9876 5432' }, '+39', '0698765432'],
    [{ arrival_phone_code: '225', arrival_phone_number: '0707123456' }, '+225', '0707123456'],
    [{ arrival_phone_code: '31', arrival_phone_number: '+31612345678' }, '+31', '612345678'],
    [{ arrival_phone_number: '0031 612345678' }, '+31', '612345678'],
    [{ arrival_phone_number: '8.12346E+10' }, undefined, undefined],
    [
      { departure_full_name: 'Wayan', departure_phone_number_1: '+39 06 9876 5432' },
      undefined,
      '+390698765432',
    ],
  ])('has the telephone %j as %s and %s', (order, code, number) => {
    const { diallingCode, mobile } = valuesOf(order)
    expect([diallingCode?.split(' ')[0], mobile?.split(' ')[0]]).toEqual([code, number])
  })

  test('of a departure has its own fields; of an order without any it is empty', () => {
    expect(valuesOf({ departure_full_name: 'Wayan', departure_departure_date: '2026-11-23 08:00' })).toEqual({
      fullName: 'WAYAN',
      departureDate: '23/11/2026',
    })
    expect(valuesOf({})).toEqual({})
  })
})
