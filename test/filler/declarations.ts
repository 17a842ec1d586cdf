import { addDays, jakartaToday } from '#contract/rules/dates.ts'

const givenNames = ['Emma', 'Lukas', 'Priya', 'Thabo', 'Olivia', 'Kenji', 'Fatima', 'Ivana', 'Rizal', 'Chloe']
const familyNames = [
  'Harrington',
  'Weber',
  'Ramachandran',
  'Nkosi',
  'Lindqvist',
  'Watanabe',
  'Zahra',
  'Petrova',
]
/** The values of the order that tests search for. */
const lookedFor = { name: 'Nguyen Thi Anh Tuyet', index: 40 }

/** A complete arrival of a family of three as a landing site sends it; each has unique names and numbers. */
function declaration(index: number): Record<string, unknown> {
  const today = jakartaToday(new Date())
  const name =
    index === lookedFor.index
      ? lookedFor.name
      : `${givenNames[index % givenNames.length]} ${familyNames[Math.floor(index / 10) % familyNames.length]}`
  const email = `traveller${index}@example.com`
  const arrives = addDays(today, 2 + (index % 2))
  return {
    landing_domain: 'arrival.pabean.example',
    email,
    arrival_full_name: name,
    arrival_nationality: 'AUS',
    arrival_passport_number: `PA${7_100_000 + index}`,
    arrival_passport_expiry: addDays(today, 2000),
    arrival_passport_name: name,
    arrival_dob: '1987-09-02',
    arrival_place_of_birth: 'Fremantle',
    arrival_sex: 'Female',
    arrival_email: email,
    arrival_confirm_email: email,
    arrival_phone_code: '61',
    arrival_phone_number: String(412_000_000 + index),
    arrival_doa: arrives,
    arrival_dod: addDays(arrives, 12),
    arrival_place_of_arrival: 'Ngurah Rai International Airport, Denpasar',
    arrival_mode_of_transport: 'Air',
    arrival_type_of_air_transport: 'Commercial flight',
    arrival_flight_number: 'QF43',
    arrival_purpose_of_travel: 'Holiday',
    arrival_already_have_a_visa: 'Yes',
    arrival_visa_number: `2B${7_100_000 + index}`,
    arrival_number_of_Baggage_arriving: '2',
    arrival_residence_type: 'Hotel',
    arrival_hotel_name: 'Sanur Beach Hotel',
    arrival_accomodation: 'Hotel',
    arrival_province: 'Bali',
    arrival_city: 'Denpasar',
    arrival_address_in_indonesia: 'Jalan Danau Tamblingan 80, Sanur',
    arrival_countries_visited: ['AUS'],
    arrival_symptoms: 'No',
    arrival_carrying_products: 'No',
    arrival_goods_declaretion: 'No',
    arrival_imei_registration: 'No',
    arrival_applicant_certification: 'Yes',
    familyMember: ['Husband', 'Daughter'].map((relationship, at) => ({
      family_member_name: `${givenNames[at]} ${name.split(' ').at(-1)}`,
      family_passport_number: `PB${7_100_000 + 2 * index + at}`,
      family_nationality: 'AUS',
      family_other_nationalities: 'NZL',
      family_relationship: relationship,
    })),
  }
}

/** Adds answers to every customs question and a line of goods: over forty fields of the first traveller. */
export const declarationWithGoods = (index: number): Record<string, unknown> => ({
  ...declaration(index),
  importingGoods: [
    {
      animals: 'No',
      narcotics: 'No',
      currency: 'No',
      foreign: 'No',
      cigarettes: 'Yes',
      purchase: 'No',
      imported_goods: 'No',
      originating_goods: 'No',
      details: [
        {
          group: 'cigarettes',
          category: 'Tobacco',
          description_of_Goods: 'Cigarettes',
          quantityofGoods: '2',
          units: 'Piece',
          value: '80',
          currency: 'AUD',
          unaccompanied_baggage: 'No',
          date_month_year_import: '',
        },
      ],
    },
  ],
})
