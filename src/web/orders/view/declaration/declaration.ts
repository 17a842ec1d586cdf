import type { OrderDetails } from '#contract/order-details.ts'
import { displayText } from '#contract/rules/display-text.ts'
import { cutField } from '#contract/rules/field-lengths.ts'
import {
  arrivalGroups,
  departureGroups,
  isDeclarationKey,
  labelForUnknownField,
  type FieldGroup,
  type FieldKind,
  type OrderField,
  type DeclarationPrefix,
} from '#contract/rules/order-fields.ts'
import { orderType } from '#contract/rules/order-type.ts'
import { hasIdentityNumbers } from '#web/identity-numbers/mask-order.ts'

export interface DisplayField {
  key: string
  label: string
  text: string
  kind: FieldKind
  wide: boolean
}

interface DisplayGroup {
  title: string
  fields: DisplayField[]
}

interface DeclarationSection {
  prefix: DeclarationPrefix
  title: string
  groups: DisplayGroup[]
  /** Contains a passport, identity or visa number. */
  hasNumbers: boolean
}

/** The declaration's data: known keys and any other `arrival_*` and `departure_*`. */
type DeclarationSource = Pick<OrderDetails, 'landing_domain' | 'telephones'> & Record<string, unknown>

/**
 * Length from which a value spans two columns; shorter for e-mail addresses, which cannot wrap, and for telephone
 * numbers, which have links.
 */
const wideMinLength: Partial<Record<FieldKind, number>> = { email: 22, telephone: 12 }
const defaultWideMinLength = 26

const sections = [
  { prefix: 'arrival', title: 'Arrival', groups: arrivalGroups },
  { prefix: 'departure', title: 'Departure', groups: departureGroups },
] as const satisfies readonly { prefix: DeclarationPrefix; title: string; groups: readonly FieldGroup[] }[]

const fieldText = (order: DeclarationSource, key: string): string => {
  const value = order[key]
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

/** The dialling code is shown with its number, and alone only without a number. */
function shownText(order: DeclarationSource, field: OrderField): string {
  const text = fieldText(order, field.key)
  const telephone = order.telephones[field.key]
  if (telephone) return telephone.shown
  if (field.key === 'arrival_phone_code' && fieldText(order, 'arrival_phone_number')) return ''
  return text && displayText[field.kind](cutField(field.key, text))
}

const fieldsOf = (order: DeclarationSource, prefix: DeclarationPrefix) =>
  Object.fromEntries(Object.entries(order).filter(([key]) => key.startsWith(`${prefix}_`)))

const toDisplayField = ({ key, label, kind, wide }: OrderField, text: string): DisplayField => ({
  key,
  label,
  text,
  kind,
  wide: wide === true || text.length >= (wideMinLength[kind] ?? defaultWideMinLength),
})

const withoutEmptyFields = (group: DisplayGroup): DisplayGroup => ({
  ...group,
  fields: group.fields.filter(({ text }) => text !== '' && text !== '-'),
})

function displayGroups(
  order: DeclarationSource,
  prefix: DeclarationPrefix,
  known: readonly FieldGroup[],
): DisplayGroup[] {
  const knownKeys = new Set(known.flatMap(({ fields }) => fields.map(({ key }) => key)))
  const unknownKeys = Object.keys(order).filter(
    (key) => isDeclarationKey(key) && key.startsWith(prefix) && !knownKeys.has(key),
  )
  return [
    ...known.map(({ title, fields }) => ({
      title,
      fields: fields.map((field) => toDisplayField(field, shownText(order, field))),
    })),
    {
      title: 'Further fields',
      fields: unknownKeys.map((key) =>
        toDisplayField(
          { key, label: labelForUnknownField(key), kind: 'text' },
          displayText.text(cutField(key, fieldText(order, key))),
        ),
      ),
    },
  ]
    .map(withoutEmptyFields)
    .filter(({ fields }) => fields.length > 0)
}

/**
 * The declaration as sections of the order view, arrival first, without empty fields (spec §2). An order without
 * any field keeps one empty section of its type.
 */
export function declarationSections(order: DeclarationSource): DeclarationSection[] {
  const nonEmptySections = sections
    .map(({ prefix, title, groups }) => ({
      prefix,
      title,
      groups: displayGroups(order, prefix, groups),
      hasNumbers: hasIdentityNumbers(fieldsOf(order, prefix)),
    }))
    .filter(({ groups }) => groups.length > 0)
  if (nonEmptySections.length > 0) return nonEmptySections
  const type = orderType(order.landing_domain)
  const prefix = type === 'Departure' ? 'departure' : 'arrival'
  return [{ prefix, title: type === 'Unknown' ? 'Declaration' : type, groups: [], hasNumbers: false }]
}

export const customerName = (order: DeclarationSource): string =>
  cutField('full_name', fieldText(order, 'arrival_full_name') || fieldText(order, 'departure_full_name'))
