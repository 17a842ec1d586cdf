import { isNationality } from '../countries.ts'
import { displayCountry, displayText } from '../display-text.ts'
import { normalizeText } from '../search-text.ts'
import { foundAbout, type Check, type Found } from './check.ts'
import { countryCodes, type CheckedOrder } from './checked-order.ts'
import { areFarApart } from './tables/world-regions.ts'
import { portOf } from './ports.ts'

const visitedKey = 'arrival_countries_visited'
const symptomsKey = 'arrival_symptoms'
const symptomListKey = 'arrival_symptom_list'

/** Countries of the traveller's telephone, two-letter codes; several if they share a code. */
export const telephoneCountries = ({ telephone }: CheckedOrder): readonly string[] =>
  telephone && telephone.doubt !== 'no country code' ? telephone.countries : []

/** Countries whose telephone a traveller may have, besides their own. */
const otherCountriesOf = (order: CheckedOrder): string[] => [
  'ID',
  ...countryCodes(order.text(visitedKey)),
  ...countryCodes(order.text('departure_country')),
  ...countryCodes(order.text('departure_destination_country')),
  ...order.familyMember.flatMap((member) => [
    ...countryCodes(member.family_nationality),
    ...countryCodes(member.family_other_nationalities),
  ]),
  ...countryCodes(order.payment['card_country'] ?? ''),
]

function farTelephone(order: CheckedOrder): Found | null {
  const { nationality } = order
  const codes = telephoneCountries(order)
  const [first] = codes
  if (!nationality || first === undefined) return null
  const known = otherCountriesOf(order)
  if (codes.some((code) => known.includes(code) || !areFarApart(code, nationality))) return null
  const { key } = order.field('telephone')
  const phoneKey = order.prefix === 'arrival' ? 'arrival_phone_code' : key
  return {
    fields: [phoneKey, order.field('nationality').key],
    message: `Telephone of ${displayCountry(first)}, passport of ${displayCountry(nationality)}, and nothing else in the order is of ${displayCountry(first)}.`,
  }
}

/** The traveller's and the family's. */
const unknownNationality = (order: CheckedOrder): Found | null =>
  foundAbout(
    [
      order.field('nationality'),
      ...order.familyMember.map(({ family_nationality: value }, index) => ({
        key: `familyMember.${index}.family_nationality`,
        value: value.trim(),
      })),
    ].filter(({ value }) => !/^-*$/.test(value) && !isNationality(value)),
    ({ value }) => `${value} is no country that we know. Perhaps a slip.`,
  )

/** Neighbours reached by land or ferry: the traveller was there before. */
function routeNotVisited(order: CheckedOrder): Found | null {
  const port = portOf(order)
  const visited = order.text(visitedKey)
  if (!port?.from || visited === '' || port.transport === 'air') return null
  const codes = countryCodes(visited)
  if (codes.length === 0 || port.from.some((code) => codes.includes(code))) return null
  return {
    fields: [visitedKey],
    message: `Arrives at ${port.name}, from ${port.from.map(displayCountry).join(' or ')}, but visited only ${displayText.countries(visited)}.`,
  }
}

const saysYes = (text: string): boolean => /^(y|yes|ya|true|1)\b/.test(normalizeText(text))
const saysNo = (text: string): boolean =>
  /^(n|no|none|tidak|nil|nothing|false|0|-)\b/.test(normalizeText(text))

function symptomsWithoutList(order: CheckedOrder): Found | null {
  if (!saysYes(order.text(symptomsKey)) || order.text(symptomListKey) !== '') return null
  return { fields: [symptomListKey, symptomsKey], message: 'Symptoms are answered Yes, but none is named.' }
}

function symptomsDenied(order: CheckedOrder): Found | null {
  const listed = order.text(symptomListKey)
  if (!saysNo(order.text(symptomsKey)) || listed === '' || saysNo(listed)) return null
  return {
    fields: [symptomsKey, symptomListKey],
    message: `Symptoms are answered No, but the list says ${listed}.`,
  }
}

function visaContradiction(order: CheckedOrder): Found | null {
  const [answer, number] = [order.text('arrival_already_have_a_visa'), order.text('arrival_visa_number')]
  const fields = ['arrival_visa_number', 'arrival_already_have_a_visa']
  if (saysYes(answer) && number === '') return { fields, message: 'Has a visa, but its number is missing.' }
  if (saysNo(answer) && number !== '' && !saysNo(number))
    return { fields, message: `Has no visa, but gives the number ${number}.` }
  return null
}

export const countryChecks: readonly Check[] = [
  {
    code: 'nationality-unknown',
    severity: 'warn',
    title: 'Nationality is no country',
    find: unknownNationality,
  },
  {
    code: 'telephone-far',
    severity: 'warn',
    title: 'Telephone is of a country far from the passport’s',
    find: farTelephone,
  },
  {
    code: 'route-not-visited',
    severity: 'warn',
    title: 'Way of arrival and countries visited contradict',
    find: routeNotVisited,
  },
  {
    code: 'symptoms-unnamed',
    severity: 'warn',
    title: 'Symptoms without saying which',
    find: symptomsWithoutList,
  },
  {
    code: 'symptoms-denied',
    severity: 'warn',
    title: 'Symptoms are listed under a No',
    find: symptomsDenied,
  },
  { code: 'visa', severity: 'warn', title: 'Visa answer and number contradict', find: visaContradiction },
]
