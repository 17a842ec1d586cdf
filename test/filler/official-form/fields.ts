/** How the mock page asks a question; each kind is drawn differently, as official pages do. */
export type Ask = {
  name: string
  label: string
  placeholder?: string
  /** Asked only after this answer. */
  onlyIf?: readonly [name: string, answer: string]
} & (
  | { kind: 'plain' | 'controlled' | 'native date' | 'calendar' | 'masked date' | 'check' }
  | { kind: 'select' | 'radio' | 'drawn radio' | 'drawn list' | 'searched list'; options: readonly string[] }
  /** A server gives the choices once `after` has an answer. */
  | { kind: 'late list'; after: string; optionsOf: Readonly<Record<string, readonly string[]>> }
)

export interface Part {
  heading: string
  asks: readonly Ask[]
}

const yesNo = ['Yes', 'No']
const countries = [
  'Australia',
  'Indonesia',
  'Japan',
  'New Zealand',
  'Singapore',
  'United Kingdom',
  'Viet Nam',
]

/** The page's own labels, independent of the filler's table. */
export const parts: readonly Part[] = [
  {
    heading: 'Personal information',
    asks: [
      { name: 'full_name', label: 'Full name (as in passport) *', kind: 'controlled' },
      { name: 'gender', label: 'Sex / Jenis kelamin', kind: 'radio', options: ['Male', 'Female'] },
      { name: 'dob', label: 'Date of birth', kind: 'calendar' },
      { name: 'birthplace', label: 'Place of birth', kind: 'plain' },
      { name: 'nationality', label: 'Nationality', kind: 'searched list', options: countries },
      { name: 'mail', label: 'Email address', kind: 'controlled', placeholder: 'name@example.com' },
      {
        name: 'dial',
        label: 'Country code',
        kind: 'select',
        options: ['+61 Australia', '+62 Indonesia', '+84 Viet Nam'],
      },
      { name: 'phone', label: 'Mobile number', kind: 'controlled' },
    ],
  },
  {
    heading: 'Passport and visa',
    asks: [
      { name: 'passportNumber', label: 'Nomor paspor', kind: 'controlled' },
      { name: 'expiry', label: 'Date of expiry', kind: 'masked date', placeholder: 'DD-MM-YYYY' },
      { name: 'hasVisa', label: 'Visa or KITAS', kind: 'drawn radio', options: yesNo },
      { name: 'visaNumber', label: 'Visa or KITAS number', kind: 'plain', onlyIf: ['hasVisa', 'Yes'] },
    ],
  },
  {
    heading: 'Travel',
    asks: [
      { name: 'arrivalDate', label: 'Date of arrival', kind: 'native date' },
      { name: 'leaving', label: 'Date of departure', kind: 'native date' },
      { name: 'mode', label: 'Mode of transport', kind: 'drawn list', options: ['AIR', 'SEA', 'LAND'] },
      {
        name: 'vehicle',
        label: 'Type of transport',
        kind: 'drawn list',
        options: ['COMMERCIAL FLIGHT', 'CHARTER FLIGHT'],
      },
      { name: 'flightNumber', label: '', placeholder: 'Flight number', kind: 'controlled' },
      {
        name: 'port',
        label: 'Port of arrival',
        kind: 'searched list',
        options: [
          'NGURAH RAI INTERNATIONAL AIRPORT, DENPASAR',
          'SOEKARNO-HATTA INTERNATIONAL AIRPORT, JAKARTA',
        ],
      },
      {
        name: 'purpose',
        label: 'Purpose of travel',
        kind: 'select',
        options: ['HOLIDAY', 'BUSINESS', 'OTHERS'],
      },
      { name: 'bags', label: 'Pieces of baggage', kind: 'controlled' },
    ],
  },
  {
    heading: 'Address in Indonesia',
    asks: [
      {
        name: 'residence',
        label: 'Type of residence',
        kind: 'radio',
        options: ['Hotel', 'House', 'Apartment'],
      },
      { name: 'hotel', label: 'Hotel', kind: 'plain', onlyIf: ['residence', 'Hotel'] },
      {
        name: 'province',
        label: 'Province',
        kind: 'drawn list',
        options: ['BALI', 'DKI JAKARTA', 'JAWA BARAT'],
      },
      {
        name: 'city',
        label: 'City',
        kind: 'late list',
        after: 'province',
        optionsOf: {
          BALI: ['BADUNG', 'DENPASAR', 'GIANYAR'],
          'DKI JAKARTA': ['JAKARTA PUSAT', 'JAKARTA BARAT'],
        },
      },
      { name: 'address', label: 'Address', kind: 'controlled' },
    ],
  },
  {
    heading: 'Health',
    asks: [
      { name: 'visited', label: 'Countries, last 21 days', kind: 'searched list', options: countries },
      { name: 'symptoms', label: 'Symptoms', kind: 'drawn radio', options: yesNo },
    ],
  },
  {
    heading: 'Quarantine',
    asks: [{ name: 'plants', label: 'Animals, plants or fish', kind: 'radio', options: yesNo }],
  },
  {
    heading: 'Customs',
    asks: [
      { name: 'declare', label: 'Goods to declare', kind: 'radio', options: yesNo },
      { name: 'imei', label: 'IMEI registration', kind: 'check' },
    ],
  },
  {
    heading: 'Customs questions',
    asks: [
      { name: 'q1', label: 'Animals, fish, plants', kind: 'radio', options: yesNo },
      { name: 'q2', label: 'Narcotics', kind: 'radio', options: yesNo },
      { name: 'q3', label: 'Currency over IDR 100 million', kind: 'radio', options: yesNo },
      { name: 'q4', label: 'Foreign banknotes', kind: 'drawn radio', options: yesNo },
      { name: 'q5', label: 'Tobacco and alcohol', kind: 'drawn radio', options: yesNo },
      { name: 'q6', label: 'Goods over USD 500', kind: 'select', options: yesNo },
      { name: 'q7', label: 'Commercial goods', kind: 'select', options: yesNo },
      { name: 'q8', label: 'Goods under BC 3.4', kind: 'drawn list', options: yesNo },
    ],
  },
  {
    heading: 'Declared goods',
    asks: [
      { name: 'goods_description', label: 'Description', kind: 'plain' },
      { name: 'goods_quantity', label: 'Quantity', kind: 'controlled' },
      { name: 'goods_unit', label: 'Unit', kind: 'select', options: ['PIECE', 'SET', 'KILOGRAM'] },
      { name: 'goods_value', label: 'Value', kind: 'controlled' },
      { name: 'goods_currency', label: 'Currency', kind: 'drawn list', options: ['IDR', 'USD', 'AUD'] },
    ],
  },
]
