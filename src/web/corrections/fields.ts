import type { OrderDetails } from '#contract/order-details.ts'
import {
  arrivalFields,
  arrivalGroups,
  departureFields,
  departureGroups,
  isDeclarationKey,
  labelForUnknownField,
  type FieldGroup,
  type OrderField,
  type DeclarationPrefix,
} from '#contract/rules/order-fields.ts'

export type FieldSection = 'information' | DeclarationPrefix

/** Fields of Order Information that the customer gave; the others are derived or set by actions. */
const informationFields: readonly OrderField[] = [
  { key: 'email', label: 'E-mail', kind: 'email' },
  { key: 'transport_type', label: 'Transport', kind: 'text' },
  { key: 'language', label: 'Language', kind: 'text' },
  { key: 'amount', label: 'Amount', kind: 'text' },
  { key: 'currency', label: 'Currency', kind: 'text' },
]

const groupsBySection: Record<FieldSection, readonly FieldGroup[]> = {
  information: [{ title: '', fields: informationFields }],
  arrival: arrivalGroups,
  departure: departureGroups,
}

/** All fields of a section, also empty ones; unknown fields come last, as in the order view. */
export function fieldGroups(order: OrderDetails, section: FieldSection): readonly FieldGroup[] {
  const knownKeys = new Set(groupsBySection[section].flatMap(({ fields }) => fields.map(({ key }) => key)))
  const unknownKeys = Object.keys(order).filter(
    (key) => isDeclarationKey(key) && key.startsWith(section) && !knownKeys.has(key),
  )
  if (unknownKeys.length === 0) return groupsBySection[section]
  const fields = unknownKeys.map((key): OrderField => ({
    key,
    label: labelForUnknownField(key),
    kind: 'text',
  }))
  return [...groupsBySection[section], { title: 'Further fields', fields }]
}

export const fieldValues = (order: OrderDetails, section: FieldSection): Record<string, string> =>
  Object.fromEntries(
    fieldGroups(order, section).flatMap(({ fields }) =>
      fields.map(({ key }) => {
        const value = order[key]
        return [key, typeof value === 'string' || typeof value === 'number' ? String(value) : '']
      }),
    ),
  )

const fieldByKey = new Map(
  [...informationFields, ...arrivalFields, ...departureFields].map((field) => [field.key, field]),
)

/** An unknown key gets a derived label. */
export const findField = (key: string): OrderField =>
  fieldByKey.get(key) ?? { key, label: labelForUnknownField(key), kind: 'text' }
