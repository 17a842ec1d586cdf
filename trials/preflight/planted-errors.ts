import { addDays, jakartaMidnight } from '#contract/rules/dates.ts'
import type { Chance } from '#server/demo/random.ts'
import { emptyLine, goodsLine, type GeneratedOrder } from './clean-orders.ts'
import { fillNumber } from './nations.ts'

/** Changes a clean order; false where the order has no room for the error. */
type Plant = (order: GeneratedOrder, chance: Chance) => boolean

const pick = (chance: Chance, texts: string) => chance.pick(texts.split('|'))
const pickRow = (chance: Chance, rows: string) => pick(chance, rows).split('; ')

const isArrival = ({ fields }: GeneratedOrder) => fields['arrival_full_name'] !== undefined
const modeOf = ({ fields }: GeneratedOrder) => fields['arrival_mode_of_transport'] ?? ''
const isByAir = (order: GeneratedOrder) => /air/i.test(modeOf(order))
const isBySea = (order: GeneratedOrder) => /sea/i.test(modeOf(order))
const hasPassport = ({ fields }: GeneratedOrder) => fields['departure_identity_type'] !== 'KTP'
const travelDay = ({ fields }: GeneratedOrder) =>
  fields['arrival_doa'] ?? fields['departure_departure_date']?.slice(0, 10) ?? ''
const orderedOn = ({ createdAt }: GeneratedOrder) =>
  new Date(createdAt.getTime() + 7 * 3_600_000).toISOString().slice(0, 10)

const keys = {
  passport: ['arrival_passport_number', 'departure_identity_number'],
  name: ['arrival_full_name', 'departure_full_name'],
  birth: ['arrival_dob', 'departure_dob'],
  nationality: ['arrival_nationality', 'departure_nationality'],
  telephone: ['arrival_phone_number', 'departure_phone_number_1'],
} as const
const keyOf = (order: GeneratedOrder, what: keyof typeof keys) => keys[what][isArrival(order) ? 0 : 1]
const read = (order: GeneratedOrder, what: keyof typeof keys) => order.fields[keyOf(order, what)] ?? ''

function set(order: GeneratedOrder, values: Record<string, string>): true {
  Object.assign(order.fields, values)
  return true
}
const write = (order: GeneratedOrder, what: keyof typeof keys, value: string) =>
  set(order, { [keyOf(order, what)]: value })

const onArrival =
  (plant: Plant): Plant =>
  (order, chance) =>
    isArrival(order) && plant(order, chance)

const onArrivalSet = (fields: (order: GeneratedOrder, chance: Chance) => Record<string, string>): Plant =>
  onArrival((order, chance) => set(order, fields(order, chance)))

const bornAtAge = (order: GeneratedOrder, chance: Chance, least: number, most: number) => {
  const [year, rest] = [Number(travelDay(order).slice(0, 4)), travelDay(order).slice(4)]
  return addDays(
    `${year - chance.integer(least, most)}${rest.replace('02-29', '02-28')}`,
    -chance.integer(1, 300),
  )
}

const travelOn = (order: GeneratedOrder, day: string) =>
  set(
    order,
    isArrival(order)
      ? { arrival_doa: day, arrival_dod: addDays(day, 9), arrival_passport_expiry: addDays(day, 2000) }
      : {
          departure_departure_date: `${day} 12:05:00`,
          departure_departure_date_bc32: day,
          departure_document_date: addDays(day, -4),
        },
  )

function setEmail(order: GeneratedOrder, email: string): true {
  return set(
    order,
    isArrival(order)
      ? { arrival_email: email, arrival_confirm_email: email }
      : { departure_contact_email_address: email },
  )
}

/** Goods by row: category; description; quantity; units; value; currency. */
const pickGoods = (chance: Chance, group: string, rows: string) => {
  const [category = '', description = '', quantity, units = '', value, currency = ''] = pickRow(chance, rows)
  return goodsLine(group, [category, description, Number(quantity), units, Number(value), currency])
}

function declare(order: GeneratedOrder, line: ReturnType<typeof goodsLine>, answer: string): boolean {
  const [declaration] = order.importingGoods
  if (!declaration) return false
  for (const key of Object.keys(declaration))
    if (key !== 'details') Object.assign(declaration, { [key]: 'No' })
  Object.assign(declaration, { [line.group]: answer, details: [line] })
  return set(order, { arrival_goods_declaretion: answer === 'Yes' ? 'Yes' : 'No' })
}
const declares =
  (groups: string, rows: string, answers: string): Plant =>
  (order, chance) =>
    declare(order, pickGoods(chance, pick(chance, groups), rows), pick(chance, answers))

const childWithGoods =
  (least: number, most: number, rows: string): Plant =>
  (order, chance) => {
    order.familyMember = [relative(order, chance, order.latinName, 'Father')]
    write(order, 'birth', bornAtAge(order, chance, least, most))
    return declare(order, pickGoods(chance, 'cigarettes', rows), 'Yes')
  }

const relative = (order: GeneratedOrder, chance: Chance, name: string, relationship: string) => ({
  family_member_name: name,
  family_passport_number: fillNumber(chance, chance.pick(order.nation.passports)),
  family_nationality: order.nation.code,
  family_other_nationalities: '',
  family_relationship: relationship,
})

/** Replaces a digit by a similar letter; null where there is none. */
function mistake(chance: Chance, number: string): string | null {
  const places = [...number].flatMap((character, at) => (/[01]/.test(character) && at > 0 ? [at] : []))
  if (places.length === 0) return null
  const at = chance.pick(places)
  return number.slice(0, at) + (number[at] === '0' ? 'O' : 'I') + number.slice(at + 1)
}

const slipIn = (chance: Chance, text: string): string => {
  const at = chance.integer(1, text.length - 3)
  return chance.pick([
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + text.charAt(at) + text.slice(at),
    text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  ])
}

/** Nations whose families share a surname, in western order. */
const westernNations = new Set(
  'AUS NZL GBR IRL USA CAN DEU AUT CHE FRA NLD BEL ITA PRT POL SWE ZAF BRA RUS UKR TUR ISR THA'.split(' '),
)

/** Telephone numbers of other continents, as they are written there. */
const farTelephones: Readonly<Record<string, string>> = {
  DEU: '55; 11 91234 5678',
  FRA: '55; 11 91234 5678',
  JPN: '234; 803 123 4567',
  AUS: '7; 912 345 67 89',
  USA: '92; 300 1234567',
  CHN: '52; 55 1234 5678',
  IND: '55; 11 91234 5678',
  KOR: '20; 10 1234 5678',
  BRA: '66; 81 234 5678',
  GBR: '86; 138 1234 5678',
}

const relations =
  'Wife; 3; 13|Husband; 2; 14|Son; 2; 11|Daughter; 1; 12|Mother; 87; 105|Grandfather; 68; 100|Grandson; 17; 27'
const wrongProvinces =
  'Denpasar; DKI Jakarta|Jakarta Selatan; Bali|Surabaya; Central Java|Bandung; Banten|Lombok Utara; Bali|Manggarai Barat; Nusa Tenggara Barat|Medan; Aceh|Malang; Jawa Barat|Manado; Sulawesi Selatan|Batam; Riau|Kota Magelang; DI Yogyakarta|Kabupaten Gianyar; NTB'
const wrongAddresses =
  'Jl. Raya Sanggingan 88, Ubud, Gianyar 80571; Jakarta Pusat; DKI Jakarta|Jl. Sosrowijayan 9, Yogyakarta 55271; Badung; Bali|Jl. Tunjungan 101, Genteng, Surabaya; Medan; Sumatera Utara|Gili Air, Pemenang, Lombok Utara; Denpasar; Bali|Jl. Teuku Umar 4, Batam; Bandung; West Java|Jl. Sudirman 1, 12190; Denpasar; Bali'
const wrongFlights =
  'VN 64I|GA 88O|SQ|938|GA 12345|Garuda|S0 938X9|EK-3S8|Jetstar 35|QF43QF43|0D 157|Singapore Airlines|KL83S|GA 881 TK|GARUDA 881'

/** Plants of errors, by the check that must find each. */
export const plantedErrors: Readonly<Record<string, Plant>> = {
  'letters-lost': (order, chance) => {
    const [key, value] = chance.pick(Object.entries(order.fields).filter(([, text]) => text.length > 2))
    const at = chance.integer(0, value.length - 1)
    return set(order, {
      [key]: `${value.slice(0, at)}${chance.pick(['\uFFFD', 'Ã¼', 'â€™'])}${value.slice(at)}`,
    })
  },
  'name-filled': (order, chance) => {
    const [word = ''] = order.latinName.split(' ')
    return write(order, 'name', chance.pick([`${word} ${word}`, `${word} FNU`, `LNU ${word.toUpperCase()}`]))
  },
  'passport-expired': onArrivalSet((order, chance) => ({
    arrival_passport_expiry: addDays(travelDay(order), -chance.integer(0, 900)),
  })),
  'passport-expires-soon': onArrivalSet((order, chance) => ({
    arrival_passport_expiry: addDays(travelDay(order), chance.integer(1, 178)),
  })),
  'passport-expiry-too-far': onArrivalSet((order, chance) => ({
    arrival_passport_expiry: addDays(travelDay(order), chance.integer(4100, 30_000)),
  })),
  'passport-form': (order, chance) => {
    const number = read(order, 'passport').replaceAll(/\s/g, '').toUpperCase()
    const wrong = chance.pick([
      number.slice(0, -3),
      `${number}${fillNumber(chance, '####')}`,
      number.replace(/\d{3}$/, 'XYZ'),
      'PASSPORT',
      `護照${number}`,
    ])
    return hasPassport(order) && wrong !== number && write(order, 'passport', wrong)
  },
  'passport-lookalike': (order, chance) => {
    const wrong = mistake(chance, read(order, 'passport').toUpperCase())
    return hasPassport(order) && wrong !== null && write(order, 'passport', wrong)
  },
  'passport-twice': (order, chance) => {
    const [member] = order.familyMember
    if (!member || !hasPassport(order)) return false
    const number = read(order, 'passport')
    member.family_passport_number = chance.percent(50) ? number : number.toLowerCase().replaceAll(' ', '')
    return true
  },
  'passport-other-order': (order, chance) => {
    const orderId = chance.integer(2_000_000, 2_100_000)
    order.ordersOfSameTravellers = [{ orderId, travellerIndexes: [0] }]
    return hasPassport(order)
  },
  'national-id': (order, chance) => {
    const number = read(order, 'passport')
    const otherDay = read(order, 'birth').endsWith('11') ? '12' : '11'
    const wrong = chance.pick([
      number.slice(0, 15),
      `${number}1`,
      number.replace(/^..../, '0071'),
      `${number.slice(0, 6)}${otherDay}${number.slice(8)}`,
    ])
    return !hasPassport(order) && write(order, 'passport', wrong)
  },
  'too-long': (order, chance) =>
    write(order, 'name', `${order.latinName} `.repeat(chance.integer(40, 60)).slice(0, 300)),
  'name-mrz': (order, chance) => {
    const words = order.latinName.toUpperCase().split(' ')
    const asRead = [
      `P<${order.nation.code}${words.join('<<')}<<<<`,
      words.join('<'),
      `${words.join(' ')} <<<<<`,
      `${words.join(' ')} KKKK`,
    ]
    return write(order, 'name', chance.pick(asRead))
  },
  'name-letters': (order, chance) => {
    delete order.fields['arrival_passport_name']
    const names =
      '王芳|佐藤美咲|김서연|Волков Дмитрий|محمد العتيبي|สมหญิง ใจดี|Παπανδρέου Ελένη|राहुल शर्मा|Ivаnova Anna'
    return write(order, 'name', pick(chance, names))
  },
  'name-characters': (order, chance) =>
    write(order, 'name', `${order.latinName}${pick(chance, '1| 23|@| #| & family|_')}`),
  'name-title': (order, chance) =>
    write(order, 'name', `${pick(chance, 'Mr|Mrs.|Ms|DR|Miss')} ${order.latinName}`),
  'name-turned-round': (order, chance) => {
    if (!westernNations.has(order.nation.code)) return false
    const surname = pick(chance, 'Harding|Laurent|Keller|Moretti')
    delete order.fields['arrival_passport_name']
    order.familyMember = [
      relative(order, chance, `Sophie ${surname}`, 'Daughter'),
      relative(order, chance, `Tom ${surname}`, 'Son'),
    ].slice(0, chance.integer(1, 2))
    write(order, 'birth', bornAtAge(order, chance, 30, 50))
    return write(order, 'name', `${surname} ${pick(chance, 'Peter|Anna|Jean')}`)
  },
  'name-passport': onArrivalSet((order, chance) => ({
    arrival_full_name: order.latinName,
    arrival_passport_name: pick(chance, 'JOHN DOE|HENRIK QVIST|ZOLA MBEKI'),
  })),
  'birth-ahead': (order, chance) =>
    write(order, 'birth', addDays(orderedOn(order), chance.pick([2, chance.integer(3, 9000)]))),
  'birth-long-ago': (order, chance) => write(order, 'birth', bornAtAge(order, chance, 112, 126)),
  'birth-today': (order) => write(order, 'birth', orderedOn(order)),
  'minor-alone': (order, chance) => {
    order.familyMember = chance.percent(40)
      ? [relative(order, chance, order.latinName, pick(chance, 'Sister|Brother|Friend'))]
      : []
    order.importingGoods = []
    write(order, 'birth', bornAtAge(order, chance, 2, 16))
    return set(order, { arrival_goods_declaretion: '' })
  },
  'relation-age': (order, chance) => {
    const [relationship = '', least, most] = pickRow(chance, relations)
    const name = `Maria ${order.latinName.split(' ').at(-1)}`
    order.familyMember = [relative(order, chance, name, relationship)]
    order.importingGoods = []
    write(order, 'birth', bornAtAge(order, chance, Number(least), Number(most)))
    return set(order, { arrival_goods_declaretion: '' })
  },
  'nationality-unknown': (order, chance) =>
    write(order, 'nationality', pick(chance, 'Indonesa|Astralia|Earth|Deutchland|N/A|Yes|Muslim|Vietname')),
  'telephone-far': onArrival((order, chance) => {
    const [code = '', number] = (farTelephones[order.nation.code] ?? '').split('; ')
    if (number === undefined) return false
    order.payment = {}
    order.familyMember = []
    return set(order, {
      arrival_phone_code: code,
      arrival_phone_number: number,
      arrival_countries_visited: chance.pick(order.nation.spellings),
      arrival_mode_of_transport: 'Air',
    })
  }),
  'route-not-visited': onArrival((order, chance) => {
    const [place = '', mode = ''] = pickRow(
      chance,
      "Entikong; Land|Batam Centre ferry terminal; Sea|Skouw; Land|Mota'ain; Land|Sekupang; Sea",
    )
    if (['SGP', 'MYS', 'PNG', 'TLS'].includes(order.nation.code)) return false
    for (const key of ['flight_number', 'vessel_name', 'place_of_arrival', 'flight_or_vehicle_number'])
      delete order.fields[`arrival_${key}`]
    return set(order, {
      arrival_place: place,
      arrival_mode_of_transport: mode,
      arrival_countries_visited: chance.pick(order.nation.spellings),
    })
  }),
  'symptoms-unnamed': onArrival((order, chance) => {
    delete order.fields['arrival_symptom_list']
    return set(order, { arrival_symptoms: pick(chance, 'Yes|yes|Y') })
  }),
  'symptoms-denied': onArrivalSet((_, chance) => ({
    arrival_symptoms: pick(chance, 'No|no|Tidak'),
    arrival_symptom_list: pick(chance, 'Fever|Cough, sore throat|Rash'),
  })),
  visa: onArrival((order, chance) => {
    delete order.fields['arrival_visa_number']
    if (chance.percent(50)) return set(order, { arrival_already_have_a_visa: 'Yes' })
    const number = fillNumber(chance, '2B#######')
    return set(order, { arrival_already_have_a_visa: 'No', arrival_visa_number: number })
  }),
  'emails-differ': onArrivalSet((order, chance) => ({
    arrival_confirm_email: slipIn(chance, order.fields['arrival_email'] ?? ''),
  })),
  'email-mistyped': (order, chance) => {
    const domain = pick(chance, 'gmail.com|gmail.com|yahoo.com|hotmail.com|outlook.com|icloud.com|naver.com')
    const wrong = chance.pick([
      slipIn(chance, domain),
      domain.replace('.com', '.con'),
      domain.replace('.com', '.cm'),
      domain.replace('mail', 'mial'),
      domain.replace('.com', '.co'),
    ])
    // A typing error can lead to another existing domain.
    if (wrong === domain || wrong === 'ymail.com') return false
    order.email = `mei.tan@${wrong}`
    return setEmail(order, order.email)
  },
  'email-undeliverable': (order, chance) => {
    const name = `mei.tan${chance.integer(10, 99)}`
    const wrong = pick(
      chance,
      '@example.co.id.|.@gmail.com|@gmail|@yahoo..com|ä@gmail.com|@-icloud.com|@gmail.c0',
    )
    order.email = name + wrong
    return setEmail(order, order.email)
  },
  'email-throw-away': (order, chance) => {
    const domains =
      'mailinator.com|yopmail.com|guerrillamail.com|temp-mail.org|10minutemail.com|tempmail.plus'
    const email = `x${chance.integer(100, 999)}@${pick(chance, domains)}`
    if (!chance.percent(50)) return setEmail(order, email)
    order.email = email
    return true
  },
  'telephone-impossible': (order, chance) => {
    const given = read(order, 'telephone')
    const wrong = chance.pick([
      given.slice(0, Math.max(3, given.length - 6)),
      `${given}${fillNumber(chance, '######')}`,
      pick(chance, '12345678|000000000|no phone|99999999999'),
    ])
    return write(order, 'telephone', wrong)
  },
  'language-unknown': (order, chance) => {
    order.language = pick(chance, 'Klingon|xx|Esperanto|Zulu|Maori|other')
    return true
  },
  'travel-not-meant': (order, chance) => {
    const [year, rest] = [travelDay(order).slice(0, 4), travelDay(order).slice(4)]
    const wrong = [
      Number(year) + 543,
      Number(year) - 1000,
      Number(`${year[0]}${year[2]}${year[1]}${year[3]}`),
    ]
    return travelOn(order, `${chance.pick(wrong)}${rest.replace('02-29', '02-28')}`)
  },
  'travel-before-order': (order, chance) =>
    travelOn(order, addDays(orderedOn(order), -chance.integer(1, 400))),
  'travel-past': (order, chance) => {
    order.now = new Date(jakartaMidnight(travelDay(order)).getTime() + chance.integer(25, 400) * 3_600_000)
    return true
  },
  'travel-far-ahead': (order, chance) => travelOn(order, addDays(orderedOn(order), chance.integer(367, 730))),
  'leaves-before-arrival': onArrivalSet((order, chance) => ({
    arrival_dod: addDays(travelDay(order), -chance.integer(1, 60)),
  })),
  'long-stay': onArrivalSet((order, chance) => ({
    arrival_dod: addDays(travelDay(order), chance.integer(181, 800)),
  })),
  'flight-form': (order, chance) =>
    isByAir(order) ? set(order, { arrival_flight_number: pick(chance, wrongFlights) }) : false,
  'other-transport': (order, chance) => {
    if (isByAir(order))
      return chance.percent(50)
        ? set(order, { arrival_vessel_name: 'MV Sindo 28' })
        : set(order, { arrival_flight_number: pick(chance, 'MV Sindo 28|Ferry Batamfast') })
    if (isBySea(order)) return set(order, { arrival_flight_number: pick(chance, 'SQ 938|GA 881|TR280') })
    if (modeOf(order) !== 'Land') return false
    return set(order, { arrival_flight_or_vehicle_number: pick(chance, 'MH 851|GA 881|AK 376') })
  },
  'other-port': (order, chance) => {
    const seaPorts = 'Batam Centre|Benoa, Bali|Entikong|Tanjung Priok|Sekupang ferry terminal'
    const airports = 'Ngurah Rai, Denpasar (DPS)|CGK|Soekarno-Hatta|Kualanamu, Medan|Skouw'
    if (isByAir(order)) return set(order, { arrival_place_of_arrival: pick(chance, seaPorts) })
    if (isBySea(order)) return set(order, { arrival_place_of_arrival: pick(chance, airports) })
    if (modeOf(order) !== 'Land') return false
    return set(order, { arrival_place: pick(chance, 'Ngurah Rai|Juanda, Surabaya|Batam Centre') })
  },
  'night-flight': (order, chance) => {
    const day = travelDay(order)
    if (isByAir(order) && chance.percent(50)) {
      // The flight leaves Europe in the evening; the order comes earlier that day.
      order.createdAt = new Date(jakartaMidnight(day).getTime() + chance.integer(4, 22) * 3_600_000)
      order.now = new Date(order.createdAt.getTime() + 600_000)
      return set(order, { arrival_flight_number: pick(chance, 'KL 835|KL809|KL 0835') })
    }
    if (isArrival(order)) return false
    return set(order, {
      departure_departure_date: `${day} 0${chance.integer(0, 3)}:${pick(chance, '20|55')}:00`,
      departure_departure_date_bc32: addDays(day, chance.pick([-1, 1])),
    })
  },
  'document-after-travel': (order, chance) =>
    isArrival(order)
      ? false
      : set(order, { departure_document_date: addDays(travelDay(order), chance.integer(1, 400)) }),
  'city-province': (order, chance) => {
    const [city = '', province = ''] = pickRow(chance, wrongProvinces)
    if (!isArrival(order)) return set(order, { departure_regency_city: city, departure_province: province })
    const address = 'Jl. Merdeka 4'
    return set(order, {
      arrival_city: city,
      arrival_province: province,
      arrival_address_in_indonesia: address,
    })
  },
  'address-province': (order, chance) => {
    const [address = '', city = '', province = ''] = pickRow(chance, wrongAddresses)
    if (isArrival(order))
      return set(order, {
        arrival_address_in_indonesia: address,
        arrival_city: city,
        arrival_province: province,
      })
    const code = order.fields['departure_province'] === 'Bali' ? '10110' : '80361'
    return set(order, { departure_postal_code: code })
  },
  'goods-over-limit': declares(
    'purchase',
    'Electronics; Camera; 1; Piece; 1699; USD|Fashion; Handbag; 2; Piece; 900; EUR|Jewellery; Watch; 1; Piece; 14000000; IDR|Textiles; Scarves; 40; Piece; 30; SGD',
    'No|',
  ),
  allowance: declares(
    'cigarettes',
    'Tobacco; Cigarettes; 600; Stick; 1; USD|Tobacco; Marlboro cigarettes; 3; Carton; 30; USD|Tobacco; Cigars; 50; Piece; 12; EUR|Alcohol; Whisky; 3; Litre; 60; USD|Tobacco; Rolling tobacco; 250; Gram; 1; USD',
    'No|',
  ),
  cash: declares(
    'currency|currency|foreign',
    'Cash; Rupiah banknotes; 1; Bundle; 250000000; IDR|Cash; Banknotes; 1; Bundle; 25000; USD|Cash; Yen; 1; Bundle; 3000000; JPY',
    'No|',
  ),
  devices: declares(
    'purchase',
    'Electronics; iPhone 17 Pro; 3; Piece; 1200; USD|Electronics; Smartphone; 5; Unit; 300; SGD|Electronics; Samsung tablet; 4; Piece; 400; USD|Electronics; Handphone Oppo; 10; Pcs; 200; USD|Electronics; Samsung Galaxy S26; 3; Piece; 900; USD',
    'Yes',
  ),
  'goods-unlisted': (order, chance) => {
    const [declaration] = order.importingGoods
    if (!declaration) return false
    const group = pick(chance, 'animals|currency|cigarettes|purchase|imported_goods')
    Object.assign(declaration, { [group]: 'Yes', details: [] })
    return set(order, { arrival_goods_declaretion: 'Yes' })
  },
  'goods-denied': declares(
    'purchase|imported_goods|animals|originating_goods',
    'Textiles; Silk scarf; 1; Piece; 40; USD',
    'No',
  ),
  'value-currency': declares('purchase', 'Electronics; Camera body; 1; Piece; 1600; ', 'Yes'),
  'tobacco-age': childWithGoods(
    8,
    15,
    'Tobacco; Cigarettes; 100; Stick; 1; USD|Tobacco; Cigars; 10; Piece; 9; USD|Other; Vape liquid; 2; Bottle; 9; USD',
  ),
  'alcohol-age': childWithGoods(
    12,
    18,
    'Alcohol; Single malt whisky; 1; Bottle; 60; USD|Alcohol; Red wine; 2; Bottle; 20; EUR|Drinks; Vodka; 1; Bottle; 20; USD',
  ),
  'goods-answer': (order, chance) => {
    if (order.importingGoods.length === 0) return false
    if (chance.percent(50)) {
      declare(order, goodsLine('purchase', ['Electronics', 'Camera body', 1, 'Piece', 1699, 'USD']), 'Yes')
      return set(order, { arrival_goods_declaretion: 'No' })
    }
    declare(order, { ...emptyLine, group: 'purchase' }, 'No')
    order.importingGoods = order.importingGoods.map((it) => ({ ...it, details: [] }))
    return set(order, { arrival_goods_declaretion: 'Yes' })
  },
  products: onArrival((order, chance) => {
    delete order.fields['arrival_carried_items']
    if (chance.percent(50)) return set(order, { arrival_carrying_products: 'Yes' })
    const items = pick(chance, 'Orchids|Cat|Fresh fruit')
    return set(order, { arrival_carrying_products: 'No', arrival_carried_items: items })
  }),
  'owner-missing': (order, chance) => {
    if (isArrival(order)) return false
    for (const key of ['departure_owner_full_name', 'departure_company_name']) delete order.fields[key]
    return set(order, { departure_goods_owner_same: pick(chance, 'no|No') })
  },
  payer: (order, chance) => {
    const holders = 'HENRIK QVIST|OLUMIDE ADEYEMI|PRAVEEN BHATTACHARYA|XIMENA UGARTE'
    order.payment = { ...order.payment, cardholder_name: pick(chance, holders) }
    return true
  },
  'card-address': (order, chance) => {
    if (!/DEU|GBR|USA|FRA|JPN|AUS|KOR|IND/.test(order.nation.code)) return false
    const addresses = '177.32.8.9|197.210.4.4|105.112.3.7|2c0f:f248::1|189.240.1.2|2804:14c::8|102.89.4.5'
    order.payment = {
      ...order.payment,
      card_country: order.nation.code,
      payment_ip: pick(chance, addresses),
    }
    return isArrival(order)
  },
  'amount-currency': (order) => {
    Object.assign(order, { amount: '49', currency: '' })
    return true
  },
}

/** Other checks that may find the same error. */
export const alsoFound: Readonly<Record<string, string>> = {
  'letters-lost':
    'email-undeliverable email-mistyped emails-differ nationality-unknown passport-form flight-form telephone-impossible payer name-passport',
  'name-filled': 'payer name-passport name-turned-round',
  'travel-not-meant':
    'minor-alone relation-age tobacco-age alcohol-age passport-expiry-too-far birth-long-ago',
  'too-long': 'payer name-passport',
  'name-mrz': 'name-passport',
  'name-letters': 'payer',
  'name-turned-round': 'payer national-id',
  'name-passport': 'name-letters',
  'birth-ahead': 'national-id',
  'birth-long-ago': 'relation-age national-id',
  'birth-today': 'minor-alone relation-age national-id tobacco-age alcohol-age',
  'minor-alone': 'national-id payer',
  'relation-age': 'minor-alone national-id payer',
  'telephone-far': 'payer minor-alone route-not-visited other-port other-transport',
  'route-not-visited': 'telephone-far',
  'telephone-impossible': 'telephone-far',
  'travel-before-order':
    'birth-ahead minor-alone relation-age tobacco-age alcohol-age passport-expiry-too-far',
  'travel-far-ahead': 'relation-age',
  'other-transport': 'flight-form',
  'other-port': 'route-not-visited',
  'night-flight': 'travel-before-order travel-past',
  'city-province': 'address-province',
  'goods-over-limit': 'goods-denied',
  allowance: 'goods-denied tobacco-age alcohol-age',
  cash: 'goods-denied',
  'tobacco-age': 'payer',
  'alcohol-age': 'payer',
  'card-address': 'telephone-far',
}
