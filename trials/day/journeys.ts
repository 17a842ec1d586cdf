import { addDays } from '#contract/rules/dates.ts'
import type { Chance } from '#server/demo/random.ts'

/** What the passport and the ticket say. */
interface Traveller {
  name: string
  passport: string
  passportExpiry: string
  birthDate: string
  travelDate: string
  flight: string
  email: string
}

export interface Journey {
  traveller: Traveller
  /** As the landing site sends it. */
  order: Readonly<Record<string, string>> & { landing_domain: string }
  /** Fields that the customer has written wrongly, and what is right. */
  mistakes: Readonly<Record<string, string>>
  /** The customer answers a question after so many minutes; null: never. */
  answersAfter: number | null
}

const givenNames = [
  'Łukasz',
  'Anaïs',
  'Thị Ánh',
  'Søren',
  'José María',
  'Emma',
  'Zoë',
  'Priya',
  'Kenji',
  'Olivia',
] as const
const syllables = ['ba', 'dor', 'fen', 'gul', 'kas', 'lim', 'mor', 'nav', 'rei', 'tan'] as const

/** A family name for a number, so that no two travellers share one. */
const familyName = (number: number) => {
  const word = [...String(number)].map((digit) => syllables[Number(digit)]).join('')
  return word.charAt(0).toUpperCase() + word.slice(1)
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Of a hundred orders: how many days before travel they come, and in which mode. */
const kinds = [
  { share: 60, days: [2, 3], mode: 'standard' },
  { share: 20, days: [1, 2], mode: 'priority' },
  // Their window opens at the next midnight in Jakarta.
  { share: 10, days: [4, 4], mode: 'standard' },
  { share: 10, days: [6, 30], mode: 'standard' },
] as const

function kindOf(chance: Chance) {
  let drawn = chance.integer(1, 100)
  for (const kind of kinds) {
    drawn -= kind.share
    if (drawn <= 0) return kind
  }
  return kinds[0]
}

/** How customers err: the field, and what they write instead of what is right. */
const slips: readonly {
  field: string
  of: (traveller: Traveller) => string
  written: (right: string) => string
}[] = [
  {
    field: 'arrival_passport_number',
    of: ({ passport }) => passport,
    written: (right) => right.replace('1', 'I'),
  },
  {
    field: 'arrival_passport_expiry',
    of: ({ passportExpiry }) => passportExpiry,
    written: (right) => `${Number(right.slice(0, 4)) - 10}${right.slice(4)}`,
  },
  {
    field: 'arrival_flight_number',
    of: ({ flight }) => flight,
    written: (right) => right.replace(/\d$/, 'I'),
  },
]

/** Of a hundred orders. */
const withMistake = 8
const withoutAnswer = 5

export function makeJourney(index: number, today: string, chance: Chance): Journey {
  const { days, mode } = kindOf(chance)
  const travelDate = addDays(today, chance.integer(days[0], days[1]))
  const traveller: Traveller = {
    name: `${chance.pick(givenNames)} ${familyName(index + 1000)}`,
    passport: `X${1_000_000 + index}`,
    passportExpiry: addDays(travelDate, chance.integer(400, 2500)),
    birthDate: `${chance.integer(1950, 2000)}-${twoDigits(chance.integer(1, 12))}-${twoDigits(chance.integer(1, 28))}`,
    travelDate,
    flight: chance.pick(['QF43', 'SQ938', 'VN641', 'GA881', 'KE633']),
    email: `traveller${index}@example.com`,
  }
  const slip = chance.percent(withMistake) ? chance.pick(slips) : undefined
  const right = slip?.of(traveller) ?? ''
  const order = {
    landing_domain: 'arrival.pabean.example',
    processing_mode: mode,
    email: traveller.email,
    language: 'English',
    arrival_full_name: traveller.name,
    arrival_passport_name: traveller.name,
    arrival_nationality: 'AUS',
    arrival_passport_number: traveller.passport,
    arrival_passport_expiry: traveller.passportExpiry,
    arrival_dob: traveller.birthDate,
    arrival_place_of_birth: 'Fremantle',
    arrival_sex: 'Female',
    arrival_email: traveller.email,
    arrival_confirm_email: traveller.email,
    arrival_phone_code: '61',
    arrival_phone_number: String(412_000_000 + index),
    arrival_doa: travelDate,
    arrival_dod: addDays(travelDate, 12),
    arrival_place_of_arrival: 'Ngurah Rai International Airport, Denpasar',
    arrival_mode_of_transport: 'Air',
    arrival_type_of_air_transport: 'Commercial flight',
    arrival_flight_number: traveller.flight,
    arrival_purpose_of_travel: 'Holiday',
    arrival_residence_type: 'Hotel',
    arrival_hotel_name: 'Sanur Beach Hotel',
    arrival_province: 'Bali',
    arrival_city: 'Denpasar',
    arrival_address_in_indonesia: 'Jalan Danau Tamblingan 80, Sanur',
    arrival_countries_visited: 'AUS',
    arrival_symptoms: 'No',
    ...(slip && { [slip.field]: slip.written(right) }),
  }
  return {
    traveller,
    order,
    mistakes: slip ? { [slip.field]: right } : {},
    answersAfter: chance.percent(withoutAnswer) ? null : chance.integer(5, 120),
  }
}
