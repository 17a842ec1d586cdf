/** `texts` and `countries` take several values; `dateText` is a date in the format of the site's form. */
export type FieldKind =
  | 'text'
  | 'texts'
  | 'date'
  | 'dateTime'
  | 'dateText'
  | 'country'
  | 'countries'
  | 'email'
  | 'phoneCode'
  | 'telephone'

export interface OrderField {
  key: string
  label: string
  kind: FieldKind
  /** Spans the full width, for long text. */
  wide?: true
}

export interface FieldGroup {
  title: string
  fields: readonly OrderField[]
}

const field = (key: string, label: string, kind: FieldKind = 'text'): OrderField => ({ key, label, kind })
const wideField = (key: string, label: string, kind: FieldKind = 'text'): OrderField => ({
  key,
  label,
  kind,
  wide: true,
})

/**
 * Every field of an arrival's declaration (spec §3), in display order, with its label.
 * Intake uses the kinds, the order view uses groups and labels, corrections use both.
 */
export const arrivalGroups: readonly FieldGroup[] = [
  {
    title: 'Traveller',
    fields: [
      field('arrival_full_name', 'Full name'),
      field('arrival_nationality', 'Nationality', 'country'),
      field('arrival_passport_number', 'Passport'),
      field('arrival_passport_expiry', 'Passport expiry', 'date'),
      field('arrival_passport_name', 'Name in passport'),
      field('arrival_dob', 'Date of birth', 'date'),
      field('arrival_place_of_birth', 'Place of birth'),
      field('arrival_sex', 'Sex'),
      field('arrival_email', 'E-mail', 'email'),
      field('arrival_confirm_email', 'Confirmed e-mail', 'email'),
      field('arrival_phone_code', 'Phone code', 'phoneCode'),
      field('arrival_phone_number', 'Telephone', 'telephone'),
    ],
  },
  {
    title: 'Journey',
    fields: [
      field('arrival_doa', 'Arrival', 'date'),
      field('arrival_dod', 'Departure', 'date'),
      field('arrival_place_of_arrival', 'Place of arrival'),
      field('arrival_place', 'Place'),
      field('arrival_mode_of_transport', 'Mode of transport'),
      field('arrival_type_of_air_transport', 'Type of air transport'),
      field('arrival_flight_number', 'Flight'),
      field('arrival_type_of_vessel', 'Type of vessel'),
      field('arrival_vessel_name', 'Vessel'),
      field('arrival_flight_or_vehicle_number', 'Flight or vehicle number'),
      field('arrival_purpose_of_travel', 'Purpose'),
      field('arrival_other_purpose_of_travel', 'Other purpose'),
      field('arrival_already_have_a_visa', 'Already has a visa'),
      field('arrival_visa_number', 'Visa'),
      field('arrival_number_of_Baggage_arriving', 'Baggage'),
      field('arrival_number_of_baggage', 'Baggage by land'),
    ],
  },
  {
    title: 'Stay and health',
    fields: [
      field('arrival_residence_type', 'Residence'),
      field('arrival_hotel_name', 'Hotel'),
      field('arrival_accomodation', 'Accommodation'),
      field('arrival_province', 'Province'),
      field('arrival_city', 'City'),
      wideField('arrival_address_in_indonesia', 'Address in Indonesia'),
      field('arrival_countries_visited', 'Countries visited', 'countries'),
      field('arrival_symptoms', 'Symptoms', 'texts'),
      wideField('arrival_symptom_list', 'Symptom list', 'texts'),
    ],
  },
  {
    title: 'Carried goods',
    fields: [
      field('arrival_carrying_products', 'Carrying products'),
      field('arrival_carrying_type', 'Type', 'texts'),
      wideField('arrival_carried_items', 'Carried items', 'texts'),
      field('arrival_commodity_form', 'Commodity form', 'texts'),
      field('arrival_commodity_quantity', 'Commodity quantity'),
      field('arrival_commodity_certificate', 'Certificate'),
      field('arrival_commodity_country', 'Commodity country', 'country'),
      field('arrival_goods_declaretion', 'Goods declaration'),
      field('arrival_imei_registration', 'IMEI registration'),
      field('arrival_applicant_certification', 'Certified by applicant'),
    ],
  },
]

export const departureGroups: readonly FieldGroup[] = [
  {
    title: 'Traveller',
    fields: [
      field('departure_full_name', 'Full name'),
      field('departure_nationality', 'Nationality', 'country'),
      field('departure_identity_type', 'Identity'),
      field('departure_identity_number', 'Identity number'),
      field('departure_dob', 'Date of birth', 'date'),
      field('departure_occupation', 'Occupation'),
      field('departure_other_occupation', 'Other occupation'),
      field('departure_contact_email_address', 'E-mail', 'email'),
      field('departure_phone_number_1', 'Telephone', 'telephone'),
      field('departure_phone_number_2', 'Second telephone', 'telephone'),
    ],
  },
  {
    title: 'Journey',
    fields: [
      field('departure_departure_date', 'Departure', 'dateTime'),
      field('departure_flight_vehicle_number', 'Flight or vehicle'),
      field('departure_destination', 'Destination'),
      field('departure_country', 'Country', 'country'),
      field('departure_travel_purpose', 'Purpose'),
      field('departure_other_travel_intentions', 'Other intentions'),
      field('departure_departure_terminal', 'Terminal'),
      field('departure_destination_country', 'Destination country', 'country'),
      field('departure_departure_date_bc32', 'Departure (BC 3.2)', 'dateText'),
    ],
  },
  {
    title: 'Address',
    fields: [
      wideField('departure_road', 'Road'),
      field('departure_rt', 'RT'),
      field('departure_rw', 'RW'),
      field('departure_postal_code', 'Postal code'),
      field('departure_province', 'Province'),
      field('departure_regency_city', 'Regency, city'),
      field('departure_subdistrict', 'Subdistrict'),
      field('departure_subdistrict_village', 'Village'),
    ],
  },
  {
    title: 'Owner of the goods',
    fields: [
      field('departure_goods_owner_same', 'Owner is the traveller'),
      field('departure_owner_type', 'Owner type'),
      field('departure_owner_full_name', 'Owner'),
      field('departure_owner_identity_type', 'Owner identity'),
      field('departure_owner_identity_number', 'Owner identity number'),
      field('departure_owner_contact_email_address', 'Owner e-mail', 'email'),
      field('departure_owner_phone_number', 'Owner telephone', 'telephone'),
      wideField('departure_owner_road', 'Owner road'),
      field('departure_owner_rt', 'Owner RT'),
      field('departure_owner_rw', 'Owner RW'),
      field('departure_owner_postal_code', 'Owner postal code'),
      field('departure_owner_province', 'Owner province'),
      field('departure_owner_regency_city', 'Owner regency, city'),
      field('departure_owner_subdistrict', 'Owner subdistrict'),
      field('departure_owner_subdistrict_village', 'Owner village'),
      field('departure_company_name', 'Company'),
      field('departure_company_tax_id', 'Company tax ID'),
      wideField('departure_company_address', 'Company address'),
      field('departure_company_business_type', 'Business'),
      field('departure_other_business_type', 'Other business'),
    ],
  },
  {
    title: 'Money and goods',
    fields: [
      field('departure_purpose', 'Purpose of carriage'),
      field('departure_other_purpose', 'Other purpose'),
      wideField('departure_intended_use', 'Intended use'),
      field('departure_show_details', 'Details given'),
      wideField('departure_item_description', 'Item'),
      field('departure_item_quantity', 'Quantity'),
      field('departure_item_unit', 'Unit'),
      field('departure_item_weight', 'Weight'),
      wideField('departure_item_information', 'Item information'),
      field('departure_document_type', 'Document'),
      field('departure_document_number', 'Document number'),
      field('departure_document_date', 'Document date', 'date'),
    ],
  },
]

const fieldsOf = (groups: readonly FieldGroup[]) => groups.flatMap((group) => group.fields)
export const arrivalFields = fieldsOf(arrivalGroups)
export const departureFields = fieldsOf(departureGroups)

/** `arrival` or `departure`: the prefix whose fields an order fills, arrival first (product §2). */
export type DeclarationPrefix = 'arrival' | 'departure'

/** Landing sites may send unknown fields (product §5): they are kept and shown under their own names. */
export const isDeclarationKey = (key: string) => /^(arrival|departure)_\w{1,80}$/.test(key)

/** `arrival_new_thing` → `New thing`: the label of a field that is not in the tables above. */
export const labelForUnknownField = (key: string) => {
  const words = key.replace(/^(arrival|departure)_/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
