import type { OrderDetails } from '#contract/order-details.ts'
import { normaliseCountry } from '#contract/rules/countries.ts'
import { displayDate, parseLocalDateTime } from '#contract/rules/dates.ts'
import {
  arrivalGroups,
  departureGroups,
  isDeclarationKey,
  labelOfUnknown,
  orderType,
  type FieldGroup,
  type FieldKind,
  type OrderField,
  type Prefix,
} from '#contract/rules/order-fields.ts'
import { displayTelephone } from '#contract/rules/telephone.ts'

/** A field formatted for the screen. */
interface ShownField {
  label: string
  text: string
  wide: boolean
}

interface ShownGroup {
  title: string
  fields: ShownField[]
}

export interface DeclarationSection {
  prefix: Prefix
  title: string
  groups: ShownGroup[]
}

/** The declaration's data: known keys and any other `arrival_*` and `departure_*`. */
type Declared = Pick<OrderDetails, 'landing_domain'> & Record<string, unknown>

/** Length from which a value spans the full width; lower for e-mail addresses, which cannot wrap. */
const wideFrom = (kind: FieldKind) => (kind === 'email' ? 26 : 48)

const sections = [
  { prefix: 'arrival', title: 'Arrival', groups: arrivalGroups },
  { prefix: 'departure', title: 'Departure', groups: departureGroups },
] as const satisfies readonly { prefix: Prefix; title: string; groups: readonly FieldGroup[] }[]

const textOf = (order: Declared, key: string): string => {
  const value = order[key]
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

const localDateTime = (text: string) => {
  const local = parseLocalDateTime(text)
  return local ? `${displayDate(local.date)} ${local.time}` : text
}

const asIs = (text: string) => text
const shown: Record<FieldKind, (text: string) => string> = {
  text: asIs,
  email: asIs,
  phoneCode: asIs,
  date: displayDate,
  dateTime: localDateTime,
  country: (text) => normaliseCountry(text).name,
}

/** The dialling code is shown with its number, and alone only without a number. */
function display(order: Declared, field: OrderField): string {
  const text = textOf(order, field.key)
  if (field.key === 'arrival_phone_number') {
    return text && displayTelephone(textOf(order, 'arrival_phone_code'), text)
  }
  if (field.key === 'arrival_phone_code' && textOf(order, 'arrival_phone_number')) return ''
  return text && shown[field.kind](text)
}

const shownField = (
  { label, kind, wide }: Pick<OrderField, 'label' | 'kind' | 'wide'>,
  text: string,
): ShownField => ({ label, text, wide: wide === true || text.length >= wideFrom(kind) })

const filled = (group: ShownGroup): ShownGroup => ({
  ...group,
  fields: group.fields.filter(({ text }) => text !== '' && text !== '-'),
})

function groupsOf(order: Declared, prefix: Prefix, known: readonly FieldGroup[]): ShownGroup[] {
  const knownKeys = new Set(known.flatMap(({ fields }) => fields.map(({ key }) => key)))
  const further = Object.keys(order).filter(
    (key) => isDeclarationKey(key) && key.startsWith(prefix) && !knownKeys.has(key),
  )
  return [
    ...known.map(({ title, fields }) => ({
      title,
      fields: fields.map((field) => shownField(field, display(order, field))),
    })),
    {
      title: 'Further fields',
      fields: further.map((key) =>
        shownField({ label: labelOfUnknown(key), kind: 'text' }, textOf(order, key)),
      ),
    },
  ]
    .map(filled)
    .filter(({ fields }) => fields.length > 0)
}

/**
 * The declaration as sections of the order view, arrival first, without empty fields (spec §2). An order without
 * any field keeps one empty section of its type.
 */
export function declarationSections(order: Declared): DeclarationSection[] {
  const found = sections
    .map(({ prefix, title, groups }) => ({ prefix, title, groups: groupsOf(order, prefix, groups) }))
    .filter(({ groups }) => groups.length > 0)
  if (found.length > 0) return found
  const type = orderType(order.landing_domain)
  const prefix = type === 'Departure' ? 'departure' : 'arrival'
  return [{ prefix, title: type === 'Unknown' ? 'Declaration' : type, groups: [] }]
}

/** The traveller's name from either prefix; '' if there is none. */
export const customerName = (order: Declared): string =>
  textOf(order, 'arrival_full_name') || textOf(order, 'departure_full_name')
