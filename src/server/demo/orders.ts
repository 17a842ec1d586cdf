import { jakartaToday, addDays } from '#contract/rules/dates.ts'
import type { Mode } from '#contract/rules/queues.ts'
import { phoneCode, countryNameOfCode } from '#contract/rules/countries.ts'
import { arrivalDeclaration } from './arrivals.ts'
import { paymentFields, type Buyer } from './payments.ts'
import { type Person, randomCountrySpelling, createPerson } from './people.ts'
import type { Site } from '#contract/sites.ts'
import type { Chance } from './random.ts'
import { companies, exportedGoods, carriedCash, intendedUses } from './goods.ts'
import { flights, occupations, purposes, residences, terminals } from './travel-details.ts'

/** Dates are `YYYY-MM-DD` in Jakarta's time zone. */
export interface DemoOrderInput {
  customer: Person
  buyer: Buyer
  createdAt: Date
  travelDate: string | null
  mode: Mode
  site: Site
}

export function createDemoOrder(chance: Chance, input: DemoOrderInput): object {
  const { customer, buyer, createdAt, travelDate, mode, site } = input
  const declare = chance.percent(78) ? arrivalDeclaration : departureDeclaration
  const paidAt = new Date(createdAt.getTime() - chance.integer(20, 200) * 1000).toISOString()
  return {
    ...declare(chance, customer, travelDate, jakartaToday(createdAt)),
    email: chance.percent(85) ? customer.email : `buyer.${customer.email}`,
    processing_mode: mode,
    language: chance.pick(customer.nation.languages),
    amount: chance.pick([39, 45, 49, 59, 79]) + (mode === 'priority' ? 30 : 0),
    currency: chance.pick(['USD', 'USD', 'USD', 'EUR', 'AUD']),
    ...paymentFields(chance, buyer, paidAt, site),
  }
}

/** A departure declaration of money or of goods, in intake's fields. Dates are `YYYY-MM-DD`. */
function departureDeclaration(
  chance: Chance,
  customer: Person,
  travelDate: string | null,
  today: string,
): object {
  const { nation } = customer
  const departsAt =
    travelDate && `${travelDate} ${chance.fillPattern('1#')}:${chance.pick(['05', '20', '35', '50'])}:00`
  const isMoney = chance.percent(45)
  const destination = chance.pick(['Singapore', 'Kuala Lumpur', 'Tokyo', 'Amsterdam', 'Sydney', 'Jeddah'])
  return {
    landing_domain: chance.percent(97) ? 'departure.pabean.example' : 'customs-form.example',
    transport_type: isMoney ? 'Money Carrying' : 'Carriage of Goods',
    departure_full_name: chance.percent(80) ? customer.latinName : customer.name,
    departure_nationality: randomCountrySpelling(chance, nation.code),
    departure_identity_type: 'Passport',
    departure_identity_number: customer.passport,
    departure_contact_email_address: customer.email,
    departure_dob: customer.dob,
    departure_occupation: chance.pick(occupations),
    departure_flight_vehicle_number: chance.pick(flights),
    departure_departure_date: departsAt,
    departure_destination: destination,
    departure_country: randomCountrySpelling(chance, nation.code),
    departure_travel_purpose: chance.pick(purposes),
    departure_phone_number_1: telephone(chance, customer),
    departure_departure_terminal: chance.pick(terminals),
    departure_destination_country: chance.pick(['SGP', 'MYS', 'JPN', 'NLD', 'AUS', 'SAU']),
    ...prefixed('departure_', chance.pick(residences)),
    ...(isMoney ? cashFields(chance) : goodsFields(chance, travelDate)),
    ...ownerFields(chance, customer, today),
  }
}

/** With the dialling code, which has no field in departures. */
const telephone = (chance: Chance, { nation }: Person) =>
  `+${phoneCode(countryNameOfCode(nation.code))} ${chance.fillPattern(nation.phone)}`

const prefixed = (prefix: string, fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [`${prefix}${key}`, value]))

function cashFields(chance: Chance): object {
  const { item, unit, amount } = chance.pick(carriedCash)
  return {
    departure_purpose: 'Carriage of cash',
    departure_intended_use: chance.pick(intendedUses),
    departure_show_details: 'yes',
    departure_item_description: item,
    departure_item_quantity: chance.integer(amount[0] / 100, amount[1] / 100) * 100,
    departure_item_unit: unit,
    departure_document_type: 'Bank statement',
    departure_document_number: chance.fillPattern('BI-####-######'),
  }
}

function goodsFields(chance: Chance, travelDate: string | null): object {
  const { item, unit, weight, information, document } = chance.pick(exportedGoods)
  return {
    departure_purpose: 'Carriage of goods',
    departure_intended_use: chance.pick(intendedUses),
    departure_show_details: 'yes',
    departure_item_description: item,
    departure_item_quantity: chance.integer(1, 12),
    departure_item_unit: unit,
    departure_item_weight: `${chance.integer(weight[0], weight[1])} kg`,
    departure_item_information: information,
    departure_document_type: document,
    departure_document_number: chance.fillPattern('@@-######'),
    departure_document_date: travelDate && addDays(travelDate, -chance.integer(2, 20)),
    departure_departure_date_bc32: travelDate,
  }
}

function ownerFields(chance: Chance, traveller: Person, today: string): object {
  if (chance.percent(60)) return { departure_goods_owner_same: 'yes' }
  if (chance.percent(45)) {
    const { name, tax, address, business } = chance.pick(companies)
    return {
      departure_goods_owner_same: 'no',
      departure_owner_type: 'company',
      departure_company_name: name,
      departure_company_tax_id: tax,
      departure_company_address: address,
      departure_company_business_type: business,
      ...(business === 'Other' && { departure_other_business_type: 'Silversmith' }),
    }
  }
  const other = createPerson(chance, { nation: traveller.nation, today, age: [25, 70] })
  return {
    departure_goods_owner_same: 'no',
    departure_owner_type: 'individual',
    departure_owner_full_name: other.name,
    departure_owner_identity_type: 'Passport',
    departure_owner_identity_number: other.passport,
    departure_owner_contact_email_address: other.email,
    departure_owner_phone_number: telephone(chance, other),
    ...prefixed('departure_owner_', chance.pick(residences)),
  }
}
