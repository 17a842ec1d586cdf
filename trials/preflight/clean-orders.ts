import { readTelephoneNumber } from '#server/platform/telephone-plans.ts'
import { addDays } from '#contract/rules/dates.ts'
import { goodsKeys } from '#contract/rules/goods.ts'
import type {
  CheckedDeclaration,
  CheckedLine,
  CheckedMember,
  PreflightInput,
} from '#contract/rules/preflight/checked-order.ts'
import type { Chance } from '#server/demo/random.ts'
import { airportsIn, flightsIn, homesLeft, landWays, leftFrom, seaWays, stays } from './journeys.ts'
import { fillNumber, travellerNations, type TravellerNation } from './nations.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

export interface GeneratedOrder extends Mutable<PreflightInput> {
  fields: Record<string, string>
  familyMember: CheckedMember[]
  importingGoods: (Omit<CheckedDeclaration, 'details'> & { details: CheckedLine[] })[]
  payment: Record<string, string>
  nation: TravellerNation
  latinName: string
}

const firstOrderAt = Date.parse('2026-01-05T00:00:00Z')
const daysOfOrders = 700
const hourMs = 3_600_000

export const emptyLine: CheckedLine = {
  group: '',
  category: '',
  description_of_Goods: '',
  quantityofGoods: '',
  units: '',
  value: '',
  currency: '',
}

const twoDigits = (number: number) => String(number).padStart(2, '0')
const birthAt = (chance: Chance, travelDate: string, [least, most]: readonly [number, number]): string =>
  `${Number(travelDate.slice(0, 4)) - chance.integer(least, most) - 1}-${twoDigits(chance.integer(1, 12))}-${twoDigits(chance.integer(1, 28))}`

/** A traveller has no name of one word twice. */
function fullName({ familyFirst }: TravellerNation, surname: string, given: string): string {
  if (surname === given) return given
  return familyFirst ? `${surname} ${given}` : `${given} ${surname}`
}

const plainLetters = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .replaceAll('ʻ', '')

interface Party {
  name: string
  sex: 'Female' | 'Male'
  surname: string
  ages: readonly [number, number]
  family: CheckedMember[]
}

function memberOf(
  chance: Chance,
  nation: TravellerNation,
  name: string,
  relationship: string,
): CheckedMember {
  return {
    family_member_name: chance.percent(50) ? name.toUpperCase() : name,
    family_passport_number: chance.percent(90) ? fillNumber(chance, chance.pick(nation.passports)) : '',
    family_nationality: chance.pick(nation.spellings),
    family_other_nationalities: chance.percent(6) ? chance.pick(['Australia', 'GBR', 'USA']) : '',
    family_relationship: relationship,
  }
}

function partyOf(chance: Chance, nation: TravellerNation): Party {
  const sex = chance.pick(['Female', 'Male'] as const)
  const other = sex === 'Female' ? 'Male' : 'Female'
  const surname = chance.pick(nation.surnames)
  const given = chance.pick(nation.givenNames[sex])
  const name = fullName(nation, surname, given)
  const single: Party = { name, sex, surname, ages: [19, 78], family: [] }
  if (chance.percent(48)) return single
  const partnerGiven = chance.pick(nation.givenNames[other])
  const partner = () =>
    memberOf(
      chance,
      nation,
      fullName(nation, chance.percent(60) ? surname : chance.pick(nation.surnames), partnerGiven),
      chance.pick(sex === 'Female' ? ['Husband', 'husband', 'Spouse'] : ['Wife', 'wife', 'Istri']),
    )
  const child = () => {
    const childSex = chance.pick(['Female', 'Male'] as const)
    const father = sex === 'Male' ? given : partnerGiven
    return memberOf(
      chance,
      nation,
      fullName(nation, nation.patronymic ? father : surname, chance.pick(nation.givenNames[childSex])),
      childSex === 'Female' ? 'Daughter' : 'Son',
    )
  }
  const relative = (relationship: string) =>
    memberOf(
      chance,
      nation,
      fullName(nation, chance.pick(nation.surnames), chance.pick(nation.givenNames.Male)),
      relationship,
    )
  const parties: (() => Party)[] = [
    () => ({
      ...single,
      ages: [22, 60],
      family: [partner(), ...Array.from({ length: chance.integer(0, 3) }, child)],
    }),
    () => ({ ...single, ages: [30, 60], family: Array.from({ length: chance.integer(1, 3) }, child) }),
    () => ({
      ...single,
      ages: [1, 17],
      family: [relative(chance.pick(['Father', 'Guardian', 'Uncle'])), relative('Brother')],
    }),
    () => ({ ...single, ages: [2, 16], family: [relative('Mother'), relative('Grandmother')] }),
    () => ({ ...single, ages: [35, 75], family: [relative('Mother')] }),
    () => ({ ...single, ages: [50, 80], family: [relative('Grandson'), relative('Daughter-in-law')] }),
    () => ({
      ...single,
      ages: [19, 70],
      family: [relative(chance.pick(['Friend', 'Colleague', 'Brother', 'Other']))],
    }),
  ]
  return chance.pick(parties)()
}

const goodsByGroup: Record<string, readonly (readonly [string, string, number, string, number, string])[]> = {
  animals: [
    ['Plants', 'Orchid seedlings', 4, 'Piece', 12, 'USD'],
    ['Fish', 'Smoked salmon', 2, 'Pack', 240, 'NOK'],
  ],
  narcotics: [['Medicine', 'Codeine tablets with letter', 2, 'Strip', 14, 'GBP']],
  currency: [['Cash', 'Rupiah banknotes', 1, 'Bundle', 150_000_000, 'IDR']],
  foreign: [['Cash', 'Euro banknotes', 1, 'Bundle', 71_000, 'EUR']],
  cigarettes: [
    ['Tobacco', 'Cigarettes', 400, 'Stick', 1, 'USD'],
    ['Alcohol', 'Single malt whisky', 2, 'Bottle', 80, 'GBP'],
  ],
  purchase: [
    ['Electronics', 'Camera body', 1, 'Piece', 1699, 'USD'],
    ['Electronics', 'iPhone 17', 2, 'Piece', 1299, 'SGD'],
    ['Electronics', 'Phone cases', 6, 'Piece', 10, 'USD'],
    ['Fashion', 'Handbag', 1, 'Piece', 2400, 'EUR'],
    ['Household', 'Rice cooker', 1, 'Piece', 90_000, 'JPY'],
  ],
  imported_goods: [['Machinery', 'Spare parts', 12, 'Piece', 80, 'USD']],
  originating_goods: [['Sports', 'Surfboard', 1, 'Piece', 500, 'USD']],
}

export const goodsLine = (
  group: string,
  [category, description, quantity, units, value, currency]: readonly [
    string,
    string,
    number,
    string,
    number,
    string,
  ],
): CheckedLine => ({
  group,
  category,
  description_of_Goods: description,
  quantityofGoods: String(quantity),
  units,
  value: String(value),
  currency,
})

function declarationOf(chance: Chance, age: number): GeneratedOrder['importingGoods'][number] {
  const groups = chance.percent(70)
    ? []
    : goodsKeys.filter((key) => chance.percent(18) && (key !== 'cigarettes' || age >= 21))
  const no = chance.percent(92) ? 'No' : ''
  return {
    ...(Object.fromEntries(goodsKeys.map((key) => [key, groups.includes(key) ? 'Yes' : no])) as Omit<
      CheckedDeclaration,
      'details'
    >),
    details: groups.map((key) => goodsLine(key, chance.pick(goodsByGroup[key] ?? []))),
  }
}

function paymentOf(
  chance: Chance,
  nation: TravellerNation,
  party: Party,
  lives: TravellerNation['abroad'] | null,
): Record<string, string> {
  if (chance.percent(25)) return { card_last4: fillNumber(chance, '####') }
  const own = plainLetters(party.name)
  const words = own.split(' ')
  const initials = `${words
    .slice(0, -1)
    .map((word) => word.charAt(0))
    .join(' ')} ${words.at(-1)}`
  const relative = party.family[0]?.family_member_name
  const cardholder = chance.pick([
    own,
    own.toUpperCase(),
    initials.toUpperCase(),
    words.toReversed().join(' '),
    `MR ${own}`,
    relative ? plainLetters(relative) : own,
  ])
  // Already on the way otherwise.
  const address = chance.percent(85)
    ? (lives?.network ?? chance.pick(nation.networks))
    : chance.pick(['36.79', '114.125', '2400:9800', '203.0'])
  return {
    cardholder_name: cardholder,
    card_country: lives?.country ?? nation.code,
    payment_ip: address.includes(':')
      ? `${address}::${chance.integer(1, 9)}`
      : `${address}.${chance.integer(0, 255)}.${chance.integer(1, 254)}`,
  }
}

function contactOf(chance: Chance, nation: TravellerNation, party: Party) {
  const local = plainLetters(party.name)
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '.')
  const domain = chance.percent(80)
    ? chance.pick(nation.mailDomains)
    : chance.pick([
        'icloud.com',
        'proton.me',
        'ymail.com',
        'email.com',
        'acme-shipping.com',
        'uni-koeln.de',
        'live.com',
        'me.com',
        'gmx.com',
      ])
  return `${local}${chance.integer(1, 99)}@${domain}`
}

/** An order without errors, though with unusual values. */
export function cleanOrder(chance: Chance): GeneratedOrder {
  const nation = chance.pick(travellerNations)
  const party = partyOf(chance, nation)
  const createdAt = new Date(firstOrderAt + chance.integer(0, daysOfOrders * 24 * 60) * 60_000)
  const orderedOn = new Date(createdAt.getTime() + 7 * hourMs).toISOString().slice(0, 10)
  const travelDate = addDays(
    orderedOn,
    chance.pick([0, 1, 1, 2, 3, chance.integer(0, 20), chance.integer(4, 330)]),
  )
  const birth = birthAt(chance, travelDate, party.ages)
  const email = contactOf(chance, nation, party)
  const lives = nation.abroad && chance.percent(12) ? nation.abroad : null
  const isDeparture = chance.percent(18)
  const age = Number(travelDate.slice(0, 4)) - Number(birth.slice(0, 4)) - 1
  const declare = isDeparture ? departureFields : arrivalFields
  const { transportType, ...declaration } = declare(chance, {
    nation,
    party,
    travelDate,
    birth,
    email,
    lives,
    orderedOn,
  })
  const isLandOnly = declaration['arrival_mode_of_transport'] === 'Land'
  const importingGoods = isDeparture ? [] : [declarationOf(chance, age)]
  const declares = importingGoods.some((it) => it.details.length > 0)
  return {
    nation,
    latinName: party.name,
    fields: {
      ...declaration,
      ...(!isDeparture && !isLandOnly && { arrival_goods_declaretion: declares ? 'Yes' : 'No' }),
    },
    familyMember: party.family,
    importingGoods,
    payment: paymentOf(chance, nation, party, lives),
    email: chance.percent(85)
      ? email
      : `office${chance.integer(1, 99)}@${chance.pick(['gmail.com', 'travel-agency.example', 'yahoo.com'])}`,
    transportType,
    language: chance.percent(80) ? chance.pick(nation.languages) : '',
    amount: chance.percent(90) ? String(chance.pick([39, 49, 59, 79])) : '',
    currency: 'USD',
    createdAt,
    now: createdAt,
    ordersOfSameTravellers: [],
    furtherOrders: 0,
    gatewayRefunds: [],
    openDisputes: [],
    readTelephone: readTelephoneNumber,
  }
}

interface Traveller {
  nation: TravellerNation
  party: Party
  travelDate: string
  birth: string
  email: string
  lives: TravellerNation['abroad'] | null
  orderedOn: string
}

type Declared = Record<string, string> & { transportType: string }

function arrivalFields(
  chance: Chance,
  { nation, party, travelDate, birth, email, lives, orderedOn }: Traveller,
): Declared {
  const native = nation.scripts[party.name]
  const usesScript = native !== undefined && chance.percent(60)
  const passport = fillNumber(chance, chance.pick(nation.passports))
  const [hotel, address, city, province] = chance.pick(stays)
  const visa = chance.percent(50)
  const symptoms = chance.percent(4)
  const way = wayIn(chance, nation)
  const visited = [
    lives ? lives.country : chance.pick(nation.spellings),
    ...way.visited,
    ...(chance.percent(20) ? ['Singapore'] : []),
  ]
  return {
    ...way.fields,
    transportType: way.transportType,
    arrival_full_name: usesScript ? native : chance.percent(30) ? party.name.toUpperCase() : party.name,
    ...((usesScript || chance.percent(20)) && {
      arrival_passport_name: plainLetters(party.name).toUpperCase(),
    }),
    arrival_nationality: chance.pick(nation.spellings),
    arrival_dob: birth,
    arrival_sex: party.sex,
    arrival_passport_number: chance.percent(10)
      ? passport.toLowerCase()
      : chance.percent(10)
        ? passport.replace(/^(..)/, '$1 ')
        : passport,
    arrival_passport_expiry: addDays(travelDate, chance.integer(186, 3600)),
    arrival_email: email,
    arrival_confirm_email: chance.percent(10) ? email.toUpperCase() : email,
    arrival_phone_code: lives
      ? lives.phoneCode
      : chance.percent(70)
        ? nation.phoneCode
        : chance.pick([`+${nation.phoneCode}`, nation.spellings[0] ?? '']),
    arrival_phone_number: fillNumber(chance, lives ? lives.phone : chance.pick(nation.phones)),
    arrival_doa: travelDate,
    ...(chance.percent(90) && {
      arrival_dod: addDays(travelDate, chance.pick([chance.integer(0, 28), chance.integer(20, 170)])),
    }),
    arrival_already_have_a_visa: visa ? 'Yes' : 'No',
    ...(visa && { arrival_visa_number: fillNumber(chance, '2B#######') }),
    arrival_hotel_name: hotel,
    arrival_address_in_indonesia: address,
    arrival_city: city,
    arrival_province: province,
    arrival_countries_visited: visited.join(', '),
    arrival_symptoms: symptoms ? 'Yes' : 'No',
    ...(symptoms && { arrival_symptom_list: 'Cough' }),
    ...(chance.percent(8)
      ? { arrival_carrying_products: 'Yes', arrival_carried_items: 'Tea, dried fruit' }
      : { arrival_carrying_products: 'No' }),
    arrival_note: orderedOn,
  }
}

interface WayIn {
  transportType: string
  visited: readonly string[]
  fields: Record<string, string>
}

function wayIn(chance: Chance, nation: TravellerNation): WayIn {
  const land = landWays.filter(
    ([, , country]) => nation.spellings.includes(country) || (nation.code === 'AUS' && chance.percent(10)),
  )
  if (land.length > 0 && chance.percent(30)) {
    const [place, plate, country] = chance.pick(land)
    return {
      transportType: 'Land',
      visited: [country],
      fields: {
        arrival_mode_of_transport: 'Land',
        arrival_place: place,
        arrival_flight_or_vehicle_number: plate,
      },
    }
  }
  if (chance.percent(15)) {
    const [place, vessel, kind, from] = chance.pick(seaWays)
    return {
      transportType: 'Air and Sea',
      visited: [from],
      fields: {
        arrival_mode_of_transport: chance.pick(['Sea', 'SEA', 'By sea']),
        arrival_place_of_arrival: place,
        arrival_type_of_vessel: kind,
        arrival_vessel_name: vessel,
      },
    }
  }
  return {
    transportType: 'Air and Sea',
    visited: [],
    fields: {
      arrival_mode_of_transport: chance.pick(['Air', 'AIR', 'By air']),
      arrival_place_of_arrival: chance.pick(airportsIn),
      arrival_flight_number: chance.pick(flightsIn),
    },
  }
}

function departureFields(
  chance: Chance,
  { nation, party, travelDate, birth, email, lives }: Traveller,
): Declared {
  const [terminal, flight, destination, country] = chance.pick(leftFrom)
  const [road, postalCode, province, city] = chance.pick(homesLeft)
  const isNational = nation.code === 'IDN' && chance.percent(60)
  const [year = '', month = '', day = ''] = birth.split('-')
  const nikDay = party.sex === 'Female' ? String(Number(day) + 40) : day
  const nik = `3171${fillNumber(chance, '0#')}${nikDay}${month}${year.slice(2)}${fillNumber(chance, '000#')}`
  const isMoney = chance.percent(45)
  const time = `${twoDigits(chance.integer(0, 23))}:${chance.pick(['05', '25', '50'])}:00`
  const owner = chance.pick(['same', 'person', 'company'] as const)
  return {
    transportType: isMoney ? 'Money Carrying' : 'Carriage of Goods',
    departure_full_name: party.name,
    departure_nationality: chance.pick(nation.spellings),
    departure_identity_type: isNational ? 'KTP' : 'Passport',
    departure_identity_number: isNational ? nik : fillNumber(chance, chance.pick(nation.passports)),
    departure_contact_email_address: email,
    departure_dob: birth,
    departure_phone_number_1: lives
      ? `+${lives.phoneCode} ${fillNumber(chance, lives.phone)}`
      : `+${nation.phoneCode} ${fillNumber(chance, chance.pick(nation.phones))}`,
    departure_flight_vehicle_number: flight,
    departure_departure_date: `${travelDate} ${time}`,
    departure_departure_date_bc32: travelDate,
    departure_destination: destination,
    departure_destination_country: country,
    departure_country: lives ? lives.country : nation.code,
    departure_departure_terminal: terminal,
    departure_road: road,
    departure_postal_code: postalCode,
    departure_province: province,
    departure_regency_city: city,
    departure_goods_owner_same: owner === 'same' ? 'yes' : 'no',
    ...(owner === 'person' && { departure_owner_full_name: 'Dewi Kartika' }),
    ...(owner === 'company' && { departure_company_name: 'PT Samudra Jaya Abadi' }),
    departure_document_date: addDays(travelDate, -chance.integer(0, 20)),
  }
}
