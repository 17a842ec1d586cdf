import { describe, expect, test } from 'vitest'
import { certainOrder } from './certainty.ts'
import {
  compareDocument,
  prepareDocument,
  type ComparableOrder,
  type ReadDocument,
} from './compare-document.ts'

const order = (changes: Partial<ComparableOrder> = {}): ComparableOrder => ({
  orderId: 2_048_654,
  travellers: [{ names: ['Nguyễn Thị Ánh Tuyết'], passport: 'C4881027' }],
  birthDate: '1987-09-02',
  travelDate: '2026-11-23',
  prefix: 'arrival',
  flight: 'VN 641',
  ...changes,
})

const read = (changes: Partial<ReadDocument> = {}): ReadDocument => ({
  name: 'document.pdf',
  text: '',
  qrText: '',
  addressedTo: [],
  ...changes,
})

const compare = (
  document: Partial<ReadDocument>,
  changes: Partial<ComparableOrder> = {},
  others: number[] = [],
) => {
  const own = order(changes)
  const existing = new Set([own.orderId, ...others])
  const { agrees, contradicts } = compareDocument(prepareDocument(read(document), existing), own)
  return { agrees, contradicts }
}

const form = `Electronic Customs Declaration
Full name NGUYEN THI ANH TUYET
Passport number C4881027
Nationality VIET NAM
Date of birth 02/09/1987
Date of arrival 23/11/2026
Flight VN 641`

test('everything that the form prints agrees with its order', () => {
  expect(compare({ text: form, addressedTo: [2_048_654], qrText: 'CD-2611 C4881027' })).toEqual({
    agrees: ['order id', 'passport', 'name', 'birth date', 'travel date', 'QR'],
    contradicts: [],
  })
})

test.each([
  ['words in another order', 'Full name: TUYET ANH THI NGUYEN'],
  ['the value below its label', 'Nama lengkap\nNguyen Thi Anh Tuyet\nPaspor'],
  ['a machine-readable line', 'P<VNMNGUYEN<<THI<ANH<TUYET<<<<<<<<<<<<<<<<<<<'],
  ['no label', 'This declaration of Tuyet Nguyen Thi Anh is accepted.'],
  ['words run together', 'Full name NGUYENTHI ANHTUYET'],
  ['a middle name left out', 'Full name NGUYEN TUYET'],
  ['a filling for another', 'Full name NGUYEN THI ANH TUYET FNU'],
])('a name agrees with %s', (_, text) => {
  expect(compare({ text })).toEqual({ agrees: ['name'], contradicts: [] })
})

test.each([
  '23-11-2026',
  '2026-11-23',
  '23.11.2026',
  '11/23/2026',
  '23 Nov 2026',
  'November 23, 2026',
  '23 November 2026',
  '20261123',
])('the travel date agrees as %s', (date) => {
  expect(compare({ text: `Arrival date: ${date}` })).toEqual({ agrees: ['travel date'], contradicts: [] })
})

test('a contradiction shows both values', () => {
  const text = form
    .replace('NGUYEN THI ANH TUYET', 'TRAN VAN HAI')
    .replace('C4881027', 'C2290417')
    .replace('02/09/1987', '19/02/1985')
    .replace('23/11/2026', '25/11/2026')

  const { agrees, contradicts } = compare(
    { text, addressedTo: [2_048_655], qrText: '2048655' },
    {},
    [2_048_655],
  )
  expect(agrees).toEqual([])
  expect(contradicts.map(({ identifier, document, order: own }) => [identifier, document, own])).toEqual([
    ['order id', '2048655', '2048654'],
    ['passport', 'C2290417', 'C4881027'],
    ['name', 'TRAN VAN HAI', 'Nguyễn Thị Ánh Tuyết'],
    ['birth date', '19-02-1985', '02-09-1987'],
    ['travel date', '25-11-2026', '23-11-2026'],
    ['QR', 'of order 2048655', '2048654'],
  ])
  expect(compare({ text: 'Flight GA 411' }).contradicts).toEqual([
    { identifier: 'flight', document: 'GA 411', order: 'VN 641' },
  ])
})

test.each([
  ['Jürgen Müller', 'JUERGEN MUELLER', true],
  ['Jürgen Müller', 'JURGEN MULLER', true],
  ['Jurgen Mueller', 'JÜRGEN MÜLLER', false],
  ['Mueller', 'MÜLLER MÜLLER', true],
  ['Begoña Núñez', 'NUNXXEZ BEGONXXA', true],
  ['Kaʻōnohi Kealiʻi', 'KAONOHI KEALII', true],
  ['Suharto', 'SUHARTO SUHARTO', true],
  ['Wayan', 'FNU WAYAN', true],
  ['Wayan FNU', 'WAYAN', true],
])('the name %s and the printed %s agree: %s (ICAO Doc 9303-3)', (name, printed, agrees) =>
  expect(
    compare({ text: `Full name ${printed}` }, { travellers: [{ names: [name], passport: '' }] }),
  ).toEqual({ agrees: agrees ? ['name'] : [], contradicts: [] }),
)

test('a name in another script or a slightly different spelling neither agrees nor contradicts', () => {
  const text = 'Full name SATO MISAKI'
  expect(compare({ text }, { travellers: [{ names: ['佐藤 美咲'], passport: '' }] }).contradicts).toEqual([])
  expect(compare({ text }, { travellers: [{ names: ['Satoh Misaki'], passport: '' }] })).toEqual({
    agrees: [],
    contradicts: [],
  })
})

test("a family member's document agrees; one that also names a stranger does not", () => {
  const travellers = [...order().travellers, { names: ['Trần Nguyễn Bảo Anh'], passport: 'C7713005' }]
  const child = 'Full name TRAN NGUYEN BAO ANH\nPassport number C7713005\nDate of birth 11/05/2016'
  expect(compare({ text: child }, { travellers })).toEqual({ agrees: ['passport', 'name'], contradicts: [] })
  const both = `${form}\nFull name SMITH JOHN\nPassport number X9912345`
  expect(compare({ text: both }).contradicts.map(({ identifier }) => identifier)).toEqual([
    'passport',
    'name',
  ])
})

describe('a certain order', () => {
  const judge = (
    document: Partial<ReadDocument>,
    orders: readonly (ComparableOrder & { isOpen?: boolean })[],
  ) => {
    const prepared = prepareDocument(read(document), new Set(orders.map(({ orderId }) => orderId)))
    return certainOrder(
      orders.map(({ isOpen = true, ...own }) => ({
        orderId: own.orderId,
        isOpen,
        comparison: compareDocument(prepared, own),
      })),
    )
  }
  const other = order({
    orderId: 2_048_655,
    travellers: [{ names: ['Trần Văn Hải'], passport: 'C2290417' }],
    birthDate: '1985-02-19',
  })

  test('has two agreeing identifiers, one of which names the traveller', () => {
    expect(judge({ text: form }, [order()])).toBe(2_048_654)
    expect(judge({ text: 'Passport number C4881027' }, [order()])).toBeNull()
    expect(judge({ text: 'Date of arrival 23/11/2026', addressedTo: [2_048_654] }, [order()])).toBeNull()
    expect(judge({ qrText: 'id=C4881027', addressedTo: [2_048_654] }, [order()])).toBe(2_048_654)
  })

  test('has no contradiction', () => {
    expect(judge({ text: form.replace('23/11', '25/11') }, [order()])).toBeNull()
    expect(judge({ text: form, addressedTo: [2_048_655] }, [order(), other])).toBeNull()
  })

  test('is the only open order that fits as well or whose traveller is named', () => {
    const same = order({ orderId: 2_048_700 })
    expect(judge({ text: form }, [order(), same])).toBeNull()
    expect(judge({ text: form, addressedTo: [2_048_654] }, [order(), same])).toBe(2_048_654)
    expect(judge({ text: form }, [order(), { ...same, travelDate: '2027-01-09' }])).toBe(2_048_654)
    expect(judge({ text: form }, [order(), { ...same, isOpen: false }])).toBe(2_048_654)
    expect(judge({ text: `${form}\nAccompanied by Hai Tran Van` }, [order(), other])).toBeNull()
  })

  test('still waits for its document (product §12)', () => {
    expect(judge({ text: form }, [{ ...order(), isOpen: false }])).toBeNull()
  })
})
