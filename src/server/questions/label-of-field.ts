import type { LanguageCode } from '#contract/rules/languages.ts'
import { askedKind, passportPage } from '#contract/rules/question-fields.ts'
import { textsByLanguage } from './texts/by-language.ts'
import type { LabelName, QuestionTexts } from './texts/english.ts'

/** The label of each field that can be asked; the owner's are those of the traveller, said of the owner. */
const labelNames: Readonly<Record<string, LabelName>> = {
  arrival_full_name: 'fullName',
  arrival_nationality: 'nationality',
  arrival_passport_number: 'passportNumber',
  arrival_passport_expiry: 'passportExpiry',
  arrival_passport_name: 'passportName',
  arrival_dob: 'dateOfBirth',
  arrival_place_of_birth: 'placeOfBirth',
  arrival_sex: 'sex',
  arrival_email: 'email',
  arrival_confirm_email: 'confirmedEmail',
  arrival_phone_code: 'phoneCode',
  arrival_phone_number: 'phone',
  arrival_doa: 'arrivalDate',
  arrival_dod: 'departureDate',
  arrival_place_of_arrival: 'placeOfArrival',
  arrival_place: 'placeOfEntry',
  arrival_mode_of_transport: 'transport',
  arrival_type_of_air_transport: 'airTransport',
  arrival_flight_number: 'flight',
  arrival_type_of_vessel: 'vesselType',
  arrival_vessel_name: 'vessel',
  arrival_flight_or_vehicle_number: 'vehicle',
  arrival_purpose_of_travel: 'purpose',
  arrival_other_purpose_of_travel: 'otherPurpose',
  arrival_already_have_a_visa: 'hasVisa',
  arrival_visa_number: 'visa',
  arrival_number_of_Baggage_arriving: 'baggage',
  arrival_number_of_baggage: 'baggage',
  arrival_residence_type: 'residenceType',
  arrival_hotel_name: 'hotel',
  arrival_accomodation: 'accommodation',
  arrival_province: 'province',
  arrival_city: 'city',
  arrival_address_in_indonesia: 'addressInIndonesia',
  arrival_countries_visited: 'countriesVisited',
  arrival_symptoms: 'symptoms',
  arrival_symptom_list: 'symptomList',
  arrival_carrying_products: 'carriesProducts',
  arrival_carrying_type: 'productType',
  arrival_carried_items: 'carriedItems',
  arrival_commodity_form: 'commodityForm',
  arrival_commodity_quantity: 'quantity',
  arrival_commodity_certificate: 'certificate',
  arrival_commodity_country: 'commodityCountry',
  arrival_goods_declaretion: 'goodsDeclaration',
  arrival_imei_registration: 'imei',
  arrival_applicant_certification: 'certification',
  departure_full_name: 'fullName',
  departure_nationality: 'nationality',
  departure_identity_type: 'identityType',
  departure_identity_number: 'identityNumber',
  departure_dob: 'dateOfBirth',
  departure_occupation: 'occupation',
  departure_other_occupation: 'otherOccupation',
  departure_contact_email_address: 'email',
  departure_phone_number_1: 'phone',
  departure_phone_number_2: 'secondPhone',
  departure_departure_date: 'departureTime',
  departure_flight_vehicle_number: 'vehicle',
  departure_destination: 'destination',
  departure_country: 'country',
  departure_travel_purpose: 'purpose',
  departure_other_travel_intentions: 'otherPurpose',
  departure_departure_terminal: 'terminal',
  departure_destination_country: 'destinationCountry',
  departure_departure_date_bc32: 'departureDate',
  departure_road: 'road',
  departure_rt: 'rt',
  departure_rw: 'rw',
  departure_postal_code: 'postalCode',
  departure_province: 'province',
  departure_regency_city: 'regency',
  departure_subdistrict: 'subdistrict',
  departure_subdistrict_village: 'village',
  departure_goods_owner_same: 'ownerIsTraveller',
  departure_owner_type: 'ownerType',
  departure_owner_full_name: 'fullName',
  departure_owner_identity_type: 'identityType',
  departure_owner_identity_number: 'identityNumber',
  departure_owner_contact_email_address: 'email',
  departure_owner_phone_number: 'phone',
  departure_owner_road: 'road',
  departure_owner_rt: 'rt',
  departure_owner_rw: 'rw',
  departure_owner_postal_code: 'postalCode',
  departure_owner_province: 'province',
  departure_owner_regency_city: 'regency',
  departure_owner_subdistrict: 'subdistrict',
  departure_owner_subdistrict_village: 'village',
  departure_company_name: 'company',
  departure_company_tax_id: 'companyTaxId',
  departure_company_address: 'companyAddress',
  departure_company_business_type: 'business',
  departure_other_business_type: 'otherBusiness',
  departure_purpose: 'carriagePurpose',
  departure_other_purpose: 'otherCarriagePurpose',
  departure_intended_use: 'intendedUse',
  departure_show_details: 'givesDetails',
  departure_item_description: 'item',
  departure_item_quantity: 'quantity',
  departure_item_unit: 'unit',
  departure_item_weight: 'weight',
  departure_item_information: 'itemInformation',
  departure_document_type: 'documentType',
  departure_document_number: 'documentNumber',
  departure_document_date: 'documentDate',
  [passportPage]: 'passportPage',
}

const isOwners = (key: string) => key.startsWith('departure_owner_') && key !== 'departure_owner_type'

/** What a field is called to a customer; a field of the table above in every case. */
export function labelOfField(language: LanguageCode, key: string): string {
  const { labels, ownersOf }: QuestionTexts = textsByLanguage[language]
  const name = labelNames[key]
  if (!name) throw new Error(`${key} has no label.`)
  return isOwners(key) ? ownersOf(labels[name]) : labels[name]
}

const hintNames: Readonly<Record<string, keyof QuestionTexts['hints']>> = {
  arrival_passport_number: 'passport',
  arrival_flight_number: 'flight',
  [passportPage]: 'photo',
}

/** How a field is to be filled; null where that is plain. */
export function hintOfField(language: LanguageCode, key: string): string | null {
  const { hints }: QuestionTexts = textsByLanguage[language]
  const kind = askedKind(key)
  const name = hintNames[key] ?? (kind === 'texts' || kind === 'countries' ? 'several' : undefined)
  return name ? hints[name] : null
}
