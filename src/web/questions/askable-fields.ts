import type { OrderDetails } from '#contract/order-details.ts'
import { displayText } from '#contract/rules/display-text.ts'
import {
  arrivalGroups,
  departureGroups,
  type DeclarationPrefix,
  type FieldGroup,
  type OrderField,
} from '#contract/rules/order-fields.ts'
import { orderType } from '#contract/rules/order-type.ts'
import { passportPage } from '#contract/rules/question-fields.ts'
import { findField } from '#web/corrections/fields.ts'

/** What can be asked of the customer: a field with what the order has, or the photo. */
export interface AskableField {
  key: string
  label: string
  /** As the order view shows it; '' for an empty field. */
  value: string
}

const photo: AskableField = { key: passportPage, label: 'Photo of the passport page', value: '' }

const groupsOf: Record<DeclarationPrefix, readonly FieldGroup[]> = {
  arrival: arrivalGroups,
  departure: departureGroups,
}
const prefixes = ['arrival', 'departure'] as const

const textOf = (order: OrderDetails, key: string): string => {
  const value = order[key]
  return typeof value === 'string' ? value.trim() : ''
}

/** The declarations that the order has data of, else the one of its type. */
function declarationsOf(order: OrderDetails): readonly DeclarationPrefix[] {
  const filled = prefixes.filter((prefix) =>
    groupsOf[prefix].some(({ fields }) => fields.some(({ key }) => textOf(order, key) !== '')),
  )
  if (filled.length > 0) return filled
  return orderType(order.landing_domain) === 'Departure' ? ['departure'] : ['arrival']
}

const toAskable = (order: OrderDetails, { key, label, kind }: OrderField): AskableField => {
  const text = textOf(order, key)
  return { key, label, value: text && displayText[kind](text) }
}

/** Every field that can be asked, in the order view's order: the filled ones, then the empty ones, the photo last. */
export function askableFields(order: OrderDetails): { filled: AskableField[]; empty: AskableField[] } {
  const fields = declarationsOf(order).flatMap((prefix) =>
    groupsOf[prefix].flatMap((group) => group.fields.map((field) => toAskable(order, field))),
  )
  return {
    filled: fields.filter(({ value }) => value !== ''),
    empty: [...fields.filter(({ value }) => value === ''), photo],
  }
}

/** Whether a customer can be asked about a field of the order, such as that of a finding. */
export const isAskableField = (order: OrderDetails, key: string): boolean =>
  Object.values(askableFields(order)).some((fields) => fields.some((field) => field.key === key))

/** Those whose label or value has what is searched for. */
export function matchingFields(fields: readonly AskableField[], search: string): AskableField[] {
  const wanted = search.trim().toLowerCase()
  return fields.filter(({ label, value }) => `${label} ${value}`.toLowerCase().includes(wanted))
}

/** What an asked field is called. */
export const askedLabel = (key: string): string => (key === passportPage ? photo.label : findField(key).label)
