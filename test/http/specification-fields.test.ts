import { beforeAll, expect, test } from 'vitest'
import { testIntakeKey } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** The fields of an order's details with the literal names of spec §3 and product §5, independent of the contract. */
let token: string
const app = useTestApp({ clock: () => new Date('2026-11-21T03:00:00Z') })
beforeAll(async () => {
  token = await app.signInAs('Team')
})

/** Submits an order as a landing site does, and returns its details. */
async function submitAndLoad(order: object): Promise<Record<string, unknown>> {
  const sent = await fetch(`${app.url}/api/intake/orders`, {
    method: 'POST',
    headers: { Authorization: testIntakeKey, 'content-type': 'application/json' },
    body: JSON.stringify({ landing_domain: 'arrival.pabean.example', email: 'buyer@example.com', ...order }),
  })
  const { data, message } = await sent.json()
  expect(sent.status, message).toBe(200)
  const read = await fetch(`${app.url}/api/admin/get-orders-details/${data.order_id}`, {
    headers: { Authorization: token },
  })
  return (await read.json()).orderDetails
}

const arrival = {
  nationality: 'IDN',
  full_name: 'Siti Rahma',
  dob: '1990-02-28',
  place_of_birth: 'Medan',
  sex: 'Female',
  passport_number: 'C1234567',
  passport_expiry: '2031-05-01',
  email: 'siti@example.com',
  confirm_email: 'siti@example.com',
  phone_code: '62',
  phone_number: '81234567',
  doa: '2026-11-23',
  dod: '2026-12-02',
  already_have_a_visa: 'Yes',
  visa_number: 'V-77',
  mode_of_transport: 'Air',
  purpose_of_travel: 'Other',
  other_purpose_of_travel: 'A wedding',
  place_of_arrival: 'Denpasar',
  type_of_air_transport: 'Commercial',
  flight_number: 'GA 881',
  type_of_vessel: 'Ferry',
  vessel_name: 'KM Kelud',
  residence_type: 'Hotel',
  province: 'Bali',
  city: 'Ubud',
  address_in_indonesia: 'Jalan Raya 1',
  hotel_name: 'Bisma',
  accomodation: 'Hotel room',
  symptoms: 'Yes',
  symptom_list: 'Cough',
  countries_visited: 'Japan, Korea',
  carrying_products: 'Yes',
  carrying_type: 'Plants',
  carried_items: 'Orchids',
  commodity_form: 'Live',
  commodity_quantity: '3',
  commodity_certificate: 'Phytosanitary',
  commodity_country: 'THA',
  number_of_Baggage_arriving: '2',
  goods_declaretion: 'Yes',
  imei_registration: 'No',
  applicant_certification: 'I agree',
}
const landArrival = {
  place: 'Entikong',
  passport_name: 'RAHMA SITI',
  flight_or_vehicle_number: 'KB 1234',
  number_of_baggage: '4',
}
const departure = {
  full_name: 'Wayan Sudiarta',
  nationality: 'IDN',
  identity_type: 'Passport',
  identity_number: 'C7654321',
  contact_email_address: 'wayan@example.com',
  dob: '1985-07-17',
  occupation: 'Other',
  other_occupation: 'Carver',
  flight_vehicle_number: 'SQ 939',
  departure_date: '2026-11-24 23:40:00',
  destination: 'Singapore',
  country: 'SGP',
  travel_purpose: 'Other',
  other_travel_intentions: 'A fair',
  road: 'Jalan Hanoman',
  rt: '001',
  rw: '002',
  postal_code: '80571',
  province: 'Bali',
  regency_city: 'Gianyar',
  subdistrict: 'Ubud',
  subdistrict_village: 'Peliatan',
  phone_number_1: '0812 999',
  phone_number_2: '0361 975',
  departure_date_bc32: '2026-11-24',
  departure_terminal: 'T2',
  destination_country: 'SGP',
  goods_owner_same: 'no',
  owner_type: 'individual',
  company_name: 'CV Kayu',
  company_tax_id: '01.234.567',
  company_address: 'Jalan Mas 5',
  company_business_type: 'Other',
  other_business_type: 'Woodwork',
  other_purpose: 'Exhibition',
  intended_use: 'Sale',
  show_details: 'yes',
  item_description: 'Masks',
  item_quantity: '12',
  item_unit: 'pieces',
  item_weight: '9 kg',
  document_number: 'BC-32-7',
  item_information: 'Hand made',
  document_type: 'Invoice',
  document_date: '2026-11-20',
  purpose: 'Carriage',
}
/** Product §5: the owner's equivalents. */
const owner = {
  full_name: 'Ketut Owner',
  identity_type: 'KTP',
  identity_number: '51040',
  contact_email_address: 'ketut@example.com',
  phone_number: '0813 111',
  road: 'Jalan Mas',
  rt: '003',
  rw: '004',
  postal_code: '80572',
  province: 'Bali',
  regency_city: 'Gianyar',
  subdistrict: 'Mas',
  subdistrict_village: 'Lodtunduh',
}
const withPrefix = (prefix: string, fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [prefix + name, value]))

test.each([
  ['an arrival', 'Air and Sea', withPrefix('arrival_', arrival)],
  ['an arrival by land', 'Land', withPrefix('arrival_', landArrival)],
  ['a departure', 'Money Carrying', withPrefix('departure_', departure)],
  ["a departure with another's goods", 'Carriage of Goods', withPrefix('departure_owner_', owner)],
])(
  '%s returns every field that was sent, and the transport type (product §5)',
  async (_, transport_type, fields) => {
    expect(await submitAndLoad({ transport_type, ...fields })).toMatchObject({ transport_type, ...fields })
  },
)

test('without a transport type the default is returned with all other details (spec §3)', async () => {
  const details = await submitAndLoad({
    order_id: 7_654_321,
    transaction_id: 'tx_1',
    merchant_name: 'Xendit',
  })
  expect(details).toMatchObject({
    order_id: 7_654_321,
    transaction_id: 'tx_1',
    merchant_name: 'Xendit',
    email: 'buyer@example.com',
    landing_domain: 'arrival.pabean.example',
    transport_type: 'Air and Sea',
    processing_mode: 'standard',
    process_status: 'New',
    uploadDoc: [],
    mailHistory: [],
    downloadHistory: [],
    remark: [],
    familyMember: [],
    importingGoods: [],
  })
})

test('family members and importing goods are returned with every field (spec §2)', async () => {
  const familyMember = [
    {
      family_member_name: 'Budi Rahma',
      family_passport_number: 'C7777777',
      family_nationality: 'IDN',
      family_other_nationalities: 'Dutch',
      family_relationship: 'Son',
    },
  ]
  const line = {
    group: 'purchase',
    category: 'Electronics',
    description_of_Goods: 'Camera',
    quantityofGoods: '1',
    units: 'piece',
    value: '1699.00',
    currency: 'USD',
    unaccompanied_baggage: 'No',
    date_month_year_import: '2026-11-23',
  }
  const importingGoods = [
    {
      animals: 'No',
      narcotics: 'No',
      currency: 'No',
      foreign: 'No',
      cigarettes: 'No',
      purchase: 'Yes',
      imported_goods: 'Yes',
      originating_goods: '',
      details: [line],
    },
  ]
  expect(await submitAndLoad({ familyMember, importingGoods })).toMatchObject({
    familyMember,
    importingGoods,
  })
})
