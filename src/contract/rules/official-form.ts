import type { GoodsKey } from './goods.ts'
import type { Writing } from './official-form-values.ts'
import type { DeclarationPrefix } from './order-fields.ts'

/** A field of the official form. Pure data: a later version lets Admins edit it. */
export interface FormField {
  /** Name under which the copied mark is stored. */
  key: string
  /** Label on the official page in English, then former and Indonesian labels. */
  labels: readonly [string, ...string[]]
  /** Fields of the order; the first that is filled is used. */
  from: readonly string[]
  writing: Writing
  isList?: true
}

export interface FormSection {
  title: string
  fields: readonly FormField[]
}

const text = (key: string, labels: FormField['labels'], writing: Writing, ...from: string[]): FormField => ({
  key,
  labels,
  from,
  writing,
})
const list = (...field: Parameters<typeof text>): FormField => ({ ...text(...field), isList: true })

/** The official declaration form: its sections and fields in its order, by what a traveller declares. */
export const officialForm: Record<DeclarationPrefix, readonly FormSection[]> = {
  arrival: [
    {
      title: 'Personal information',
      fields: [
        text(
          'fullName',
          ['Full name', 'Name as in passport', 'Nama lengkap'],
          'name',
          'arrival_passport_name',
          'arrival_full_name',
        ),
        list('sex', ['Sex', 'Jenis kelamin'], 'capitals', 'arrival_sex'),
        text('birthDate', ['Date of birth', 'Tanggal lahir'], 'day/month/year', 'arrival_dob'),
        text('birthPlace', ['Place of birth', 'Tempat lahir'], 'capitals', 'arrival_place_of_birth'),
        list('nationality', ['Nationality', 'Kewarganegaraan'], 'country', 'arrival_nationality'),
        text(
          'email',
          ['E-mail', 'Email', 'Email address', 'Surel', 'Alamat surel'],
          'as given',
          'arrival_email',
        ),
        list('diallingCode', ['Country code', 'Kode negara'], 'dialling code', 'arrival_phone_code'),
        text(
          'mobile',
          ['Mobile number', 'Phone number', 'Telephone number', 'Nomor telepon'],
          'digits only',
          'arrival_phone_number',
        ),
      ],
    },
    {
      title: 'Passport and visa',
      fields: [
        text(
          'passport',
          ['Passport number', 'Nomor paspor'],
          'capitals, no blanks',
          'arrival_passport_number',
        ),
        text(
          'passportExpiry',
          ['Date of expiry', 'Passport expiry date', 'Tanggal kedaluwarsa'],
          'day/month/year',
          'arrival_passport_expiry',
        ),
        list('hasVisa', ['Visa or KITAS', 'Visa atau KITAS'], 'yes or no', 'arrival_already_have_a_visa'),
        text('visa', ['Visa or KITAS number', 'Nomor visa'], 'capitals, no blanks', 'arrival_visa_number'),
      ],
    },
    {
      title: 'Travel',
      fields: [
        text('arrivalDate', ['Date of arrival', 'Tanggal kedatangan'], 'day/month/year', 'arrival_doa'),
        text(
          'departureDate',
          ['Date of departure', 'Tanggal keberangkatan'],
          'day/month/year',
          'arrival_dod',
        ),
        list(
          'transport',
          ['Mode of transport', 'Moda transportasi'],
          'capitals',
          'arrival_mode_of_transport',
        ),
        list(
          'transportKind',
          ['Type of transport', 'Jenis transportasi'],
          'capitals',
          'arrival_type_of_air_transport',
          'arrival_type_of_vessel',
        ),
        text(
          'flight',
          ['Flight number', 'Nomor penerbangan'],
          'capitals, no blanks',
          'arrival_flight_number',
          'arrival_flight_or_vehicle_number',
        ),
        text('vessel', ['Vessel name', 'Nama kapal'], 'capitals', 'arrival_vessel_name'),
        list(
          'port',
          ['Port of arrival', 'Tempat kedatangan'],
          'capitals',
          'arrival_place_of_arrival',
          'arrival_place',
        ),
        list('purpose', ['Purpose of travel', 'Tujuan perjalanan'], 'capitals', 'arrival_purpose_of_travel'),
        text('otherPurpose', ['Other purpose', 'Tujuan lain'], 'capitals', 'arrival_other_purpose_of_travel'),
        text(
          'baggage',
          ['Pieces of baggage', 'Jumlah bagasi'],
          'digits only',
          'arrival_number_of_Baggage_arriving',
          'arrival_number_of_baggage',
        ),
      ],
    },
    {
      title: 'Address in Indonesia',
      fields: [
        list(
          'residence',
          ['Type of residence', 'Jenis tempat tinggal'],
          'capitals',
          'arrival_residence_type',
        ),
        text('hotel', ['Hotel', 'Hotel name', 'Nama hotel'], 'capitals', 'arrival_hotel_name'),
        list('province', ['Province', 'Provinsi'], 'capitals', 'arrival_province'),
        list('city', ['City', 'Kota'], 'capitals', 'arrival_city'),
        text('address', ['Address', 'Alamat'], 'no full stops', 'arrival_address_in_indonesia'),
      ],
    },
    {
      title: 'Health',
      fields: [
        list(
          'countriesVisited',
          ['Countries, last 21 days', 'Negara yang dikunjungi'],
          'countries',
          'arrival_countries_visited',
        ),
        list('symptoms', ['Symptoms', 'Gejala'], 'yes or no', 'arrival_symptoms'),
        text('symptomList', ['Which symptoms', 'Gejala yang dirasakan'], 'capitals', 'arrival_symptom_list'),
      ],
    },
    {
      title: 'Quarantine',
      fields: [
        list(
          'products',
          ['Animals, plants or fish', 'Hewan, tumbuhan, ikan'],
          'yes or no',
          'arrival_carrying_products',
        ),
        list('productKind', ['Type of product', 'Jenis'], 'capitals', 'arrival_carrying_type'),
        text('productItems', ['Products', 'Barang'], 'capitals', 'arrival_carried_items'),
        list('productForm', ['Form', 'Bentuk'], 'capitals', 'arrival_commodity_form'),
        text('productQuantity', ['Quantity', 'Jumlah'], 'as given', 'arrival_commodity_quantity'),
        list('certificate', ['Certificate', 'Sertifikat'], 'yes or no', 'arrival_commodity_certificate'),
        list('productCountry', ['Country of origin', 'Negara asal'], 'country', 'arrival_commodity_country'),
      ],
    },
    {
      title: 'Customs',
      fields: [
        list(
          'goods',
          ['Goods to declare', 'Barang yang dideklarasikan'],
          'yes or no',
          'arrival_goods_declaretion',
        ),
        list('imei', ['IMEI registration', 'Pendaftaran IMEI'], 'yes or no', 'arrival_imei_registration'),
      ],
    },
  ],
  departure: [
    {
      title: 'Personal information',
      fields: [
        text('fullName', ['Full name', 'Name as in passport', 'Nama lengkap'], 'name', 'departure_full_name'),
        list('nationality', ['Nationality', 'Kewarganegaraan'], 'country', 'departure_nationality'),
        list('identityType', ['Type of identity', 'Jenis identitas'], 'capitals', 'departure_identity_type'),
        text(
          'passport',
          ['Identity number', 'Nomor identitas'],
          'capitals, no blanks',
          'departure_identity_number',
        ),
        text('birthDate', ['Date of birth', 'Tanggal lahir'], 'day/month/year', 'departure_dob'),
        list('occupation', ['Occupation', 'Pekerjaan'], 'capitals', 'departure_occupation'),
        text(
          'otherOccupation',
          ['Other occupation', 'Pekerjaan lain'],
          'capitals',
          'departure_other_occupation',
        ),
        text(
          'email',
          ['E-mail', 'Email', 'Email address', 'Surel', 'Alamat surel'],
          'as given',
          'departure_contact_email_address',
        ),
        text(
          'mobile',
          ['Mobile number', 'Phone number', 'Telephone number', 'Nomor telepon'],
          'telephone',
          'departure_phone_number_1',
        ),
      ],
    },
    {
      title: 'Travel',
      fields: [
        text(
          'departureDate',
          ['Date of departure', 'Tanggal keberangkatan'],
          'day/month/year',
          'departure_departure_date',
        ),
        text(
          'flight',
          ['Flight number', 'Nomor penerbangan'],
          'capitals, no blanks',
          'departure_flight_vehicle_number',
        ),
        text('destination', ['Destination', 'Tujuan'], 'capitals', 'departure_destination'),
        list(
          'destinationCountry',
          ['Country of destination', 'Negara tujuan'],
          'country',
          'departure_destination_country',
          'departure_country',
        ),
        list('purpose', ['Purpose of travel', 'Tujuan perjalanan'], 'capitals', 'departure_travel_purpose'),
        list('terminal', ['Terminal'], 'capitals', 'departure_departure_terminal'),
      ],
    },
    {
      title: 'Address',
      fields: [
        text('road', ['Road', 'Jalan'], 'no full stops', 'departure_road'),
        text('rt', ['RT'], 'digits only', 'departure_rt'),
        text('rw', ['RW'], 'digits only', 'departure_rw'),
        text('postalCode', ['Postal code', 'Kode pos'], 'digits only', 'departure_postal_code'),
        list('province', ['Province', 'Provinsi'], 'capitals', 'departure_province'),
        list('city', ['Regency or city', 'Kabupaten atau kota'], 'capitals', 'departure_regency_city'),
        list('subdistrict', ['Subdistrict', 'Kecamatan'], 'capitals', 'departure_subdistrict'),
        list('village', ['Village', 'Kelurahan'], 'capitals', 'departure_subdistrict_village'),
      ],
    },
    {
      title: 'Goods',
      fields: [
        list(
          'purposeOfCarriage',
          ['Purpose of carriage', 'Tujuan pembawaan'],
          'capitals',
          'departure_purpose',
        ),
        text('intendedUse', ['Intended use', 'Penggunaan'], 'capitals', 'departure_intended_use'),
        text('item', ['Item', 'Barang'], 'capitals', 'departure_item_description'),
        text('quantity', ['Quantity', 'Jumlah'], 'as given', 'departure_item_quantity'),
        list('unit', ['Unit', 'Satuan'], 'capitals', 'departure_item_unit'),
        text('weight', ['Weight', 'Berat'], 'as given', 'departure_item_weight'),
        text(
          'documentNumber',
          ['Document number', 'Nomor dokumen'],
          'capitals, no blanks',
          'departure_document_number',
        ),
        text(
          'documentDate',
          ['Document date', 'Tanggal dokumen'],
          'day/month/year',
          'departure_document_date',
        ),
      ],
    },
  ],
}

/** Fields of each family member. */
export const familyForm: FormSection = {
  title: 'Family member',
  fields: [
    text('fullName', ['Full name', 'Name as in passport', 'Nama lengkap'], 'name', 'family_member_name'),
    text('passport', ['Passport number', 'Nomor paspor'], 'capitals, no blanks', 'family_passport_number'),
    list('nationality', ['Nationality', 'Kewarganegaraan'], 'country', 'family_nationality'),
    list(
      'otherNationalities',
      ['Other nationalities', 'Kewarganegaraan lain'],
      'countries',
      'family_other_nationalities',
    ),
    list('relationship', ['Relationship', 'Hubungan'], 'capitals', 'family_relationship'),
  ],
}

/** The customs questions of the form, by the order's answers to them. */
export const goodsQuestions: readonly { key: GoodsKey; labels: FormField['labels'] }[] = [
  { key: 'animals', labels: ['Animals, fish, plants', 'Hewan, ikan, tumbuhan'] },
  { key: 'narcotics', labels: ['Narcotics', 'Narkotika'] },
  { key: 'currency', labels: ['Currency over IDR 100 million', 'Uang tunai'] },
  { key: 'foreign', labels: ['Foreign banknotes', 'Uang kertas asing'] },
  { key: 'cigarettes', labels: ['Tobacco and alcohol', 'Rokok dan minuman beralkohol'] },
  { key: 'purchase', labels: ['Goods over USD 500', 'Barang dari luar negeri'] },
  { key: 'imported_goods', labels: ['Commercial goods', 'Barang impor'] },
  { key: 'originating_goods', labels: ['Goods under BC 3.4', 'Barang asal Indonesia'] },
]

export const goodsForm: FormSection = {
  title: 'Declared goods',
  fields: [
    text('description', ['Description', 'Uraian barang'], 'capitals', 'description_of_Goods'),
    text('quantity', ['Quantity', 'Jumlah'], 'as given', 'quantityofGoods'),
    list('units', ['Unit', 'Satuan'], 'capitals', 'units'),
    text('value', ['Value', 'Nilai'], 'as given', 'value'),
    list('currency', ['Currency', 'Mata uang'], 'capitals', 'currency'),
  ],
}
