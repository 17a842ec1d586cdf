import { isOneOf } from '#contract/rules/typed-keys.ts'
import { addDays } from '#contract/rules/dates.ts'
import { goodsKeys, type GoodsKey } from '#contract/rules/goods.ts'
import { importedGoods, type Goods } from './goods.ts'
import { airports, borderPosts, flights, homes, hotels, purposes, seaports } from './travel-details.ts'
import { randomCountrySpelling, createFamily, randomPhoneCodeForm, type Person } from './people.ts'
import type { Chance } from './random.ts'

const [bali] = airports

/** An arrival declaration in intake's fields. Dates are `YYYY-MM-DD`. */
export function arrivalDeclaration(
  chance: Chance,
  customer: Person,
  travelDate: string | null,
  today: string,
): object {
  const { nation } = customer
  const declared = goodsDeclaration(chance, travelDate)
  const transport = transportFields(chance, customer)
  return withSlips(chance, {
    landing_domain: chance.percent(97)
      ? chance.pick(['arrival.pabean.example', 'arrival.pabean.example', 'e-arrival-card.example'])
      : 'customs-form.example',
    ...transport,
    arrival_full_name: customer.name,
    ...(customer.name !== customer.latinName &&
      chance.percent(85) && { arrival_passport_name: customer.passportName }),
    arrival_nationality: randomCountrySpelling(chance, nation.code),
    arrival_dob: customer.dob,
    arrival_place_of_birth: customer.birthplace,
    arrival_sex: customer.sex,
    arrival_passport_number: customer.passport,
    arrival_passport_expiry: customer.passportExpiry,
    arrival_email: customer.email,
    arrival_confirm_email: customer.email,
    arrival_phone_code: randomPhoneCodeForm(chance, nation),
    arrival_phone_number: chance.fillPattern(nation.phone),
    arrival_doa: travelDate,
    arrival_dod: travelDate && addDays(travelDate, chance.integer(2, 28)),
    ...visaFields(chance),
    ...accommodationFields(chance),
    ...carriedProductFields(chance),
    arrival_countries_visited: [
      randomCountrySpelling(chance, nation.code),
      // Ferries to Batam and Bintan come from Singapore.
      ...(chance.percent(30) || comesFromSingapore(transport) ? ['SINGAPORE'] : []),
    ],
    ...(chance.percent(94)
      ? { arrival_symptoms: 'No' }
      : { arrival_symptoms: 'Yes', arrival_symptom_list: chance.pick(['Cough', 'Fever', 'Headache']) }),
    arrival_goods_declaretion: declared.answers.size > 0 ? 'Yes' : 'No',
    arrival_imei_registration: chance.percent(15) ? 'Yes' : 'No',
    arrival_applicant_certification: 'Yes',
    familyMember: createFamily(chance, customer, today),
    importingGoods: [declared.goods],
  })
}

const comesFromSingapore = (transport: object): boolean =>
  seaports.some((port) => 'from' in port && Object.values(transport).includes(port.place))

function visaFields(chance: Chance): object {
  if (chance.percent(45)) return { arrival_already_have_a_visa: 'No' }
  return { arrival_already_have_a_visa: 'Yes', arrival_visa_number: chance.fillPattern('2@#######') }
}

function transportFields(chance: Chance, customer: Person): object {
  const purpose = chance.pick(purposes)
  const code = customer.nation.code
  const posts = borderPosts.filter(({ from }) => isOneOf<string>(from, code))
  if (posts.length > 0 && chance.percent(25)) {
    return {
      transport_type: 'Land',
      arrival_mode_of_transport: 'Land',
      arrival_place: chance.pick(posts).place,
      arrival_passport_name: customer.passportName,
      arrival_flight_or_vehicle_number: chance.fillPattern('@@ #### @'),
      arrival_number_of_baggage: chance.integer(0, 4),
      arrival_purpose_of_travel: purpose,
    }
  }
  const bags = {
    arrival_number_of_Baggage_arriving: chance.integer(1, 5),
    arrival_purpose_of_travel: purpose,
  }
  if (chance.percent(14)) {
    const port = chance.pick(seaports)
    return {
      transport_type: 'Air and Sea',
      arrival_mode_of_transport: 'Sea',
      arrival_place_of_arrival: port.place,
      arrival_type_of_vessel: port.kind,
      arrival_vessel_name: port.vessel,
      ...bags,
    }
  }
  return {
    transport_type: 'Air and Sea',
    arrival_mode_of_transport: 'Air',
    arrival_place_of_arrival: chance.percent(70) ? bali : chance.pick(airports),
    arrival_type_of_air_transport: 'Commercial flight',
    arrival_flight_number: chance.pick(flights),
    ...bags,
  }
}

function accommodationFields(chance: Chance): object {
  if (chance.percent(18)) {
    const home = chance.pick(homes)
    return {
      arrival_residence_type: 'Residential',
      arrival_address_in_indonesia: home.address,
      arrival_city: home.city,
      arrival_province: home.province,
    }
  }
  const hotel = chance.pick(hotels)
  return {
    arrival_residence_type: 'Hotel',
    arrival_hotel_name: hotel.name,
    arrival_accomodation: 'Hotel',
    arrival_address_in_indonesia: hotel.address,
    arrival_city: hotel.city,
    arrival_province: hotel.province,
  }
}

function carriedProductFields(chance: Chance): object {
  if (chance.percent(90)) return { arrival_carrying_products: 'No' }
  return {
    arrival_carrying_products: 'Yes',
    arrival_carrying_type: 'Plants',
    arrival_carried_items: 'Dried fruit, tea',
    arrival_commodity_form: 'Processed',
    arrival_commodity_quantity: `${chance.integer(1, 4)} kg`,
    arrival_commodity_certificate: chance.pick(['Yes', 'No']),
    arrival_commodity_country: chance.pick(['AUS', 'JPN', 'THA']),
  }
}

/** The eight yes-or-no answers, with goods lines for each Yes; most travellers declare nothing. */
function goodsDeclaration(chance: Chance, travelDate: string | null) {
  const groups = chance.percent(66) ? 0 : chance.pick([1, 1, 1, 2, 3])
  const answers = new Set<GoodsKey>()
  while (answers.size < groups) answers.add(chance.percent(50) ? 'purchase' : chance.pick(goodsKeys))
  const details = goodsKeys
    .filter((group) => answers.has(group))
    .flatMap((group) =>
      Array.from({ length: chance.integer(1, 3) }, () =>
        goodsLine(chance, group, chance.pick<Goods>(importedGoods[group]), travelDate),
      ),
    )
  const goods = Object.fromEntries(goodsKeys.map((key) => [key, answers.has(key) ? 'Yes' : 'No']))
  return { answers, goods: { ...goods, details } }
}

const goodsLine = (chance: Chance, group: GoodsKey, goods: Goods, travelDate: string | null) => ({
  group,
  category: goods.category,
  description_of_Goods: goods.description,
  quantityofGoods: chance.integer(...goods.quantity),
  units: goods.units,
  value: chance.integer(...goods.value),
  currency: goods.currency,
  unaccompanied_baggage: chance.percent(8) ? 'Yes' : 'No',
  date_month_year_import: group === 'originating_goods' ? travelDate : '',
})

type Fields = Record<string, unknown>

/** Typical mistakes of customers; a slip that does not fit the arrival changes nothing. */
const slips: readonly ((fields: Fields) => Fields)[] = [
  ({ arrival_flight_number: flight }) => (flight ? { arrival_flight_number: 'VN 64I' } : {}),
  ({ arrival_confirm_email: email }) => ({
    arrival_confirm_email: String(email).replace('@example', '@exmaple'),
  }),
  ({ arrival_doa: arrival }) => (arrival ? { arrival_passport_expiry: addDays(String(arrival), 111) } : {}),
  ({ arrival_doa: arrival }) => (arrival ? { arrival_dod: addDays(String(arrival), -7) } : {}),
  () => ({ arrival_symptoms: 'Yes', arrival_symptom_list: '' }),
  ({ arrival_passport_number: number }) => ({
    arrival_passport_number: String(number).replace(/(?<=\d)0(?=\d)/, 'O'),
  }),
  () => ({ arrival_province: 'Kalimantan Barat' }),
]

/** Some orders have something to check, as in a real queue. */
const withSlips = (chance: Chance, fields: Fields): Fields =>
  chance.percent(9) ? { ...fields, ...chance.pick(slips)(fields) } : fields
