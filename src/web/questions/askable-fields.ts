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

export interface AskableField {
  key: string
  label: string
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

/** The declarations with data, else the one of the order's type. */
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

/** All askable fields as ordered in the order view; the photo comes last. */
export function askableFields(order: OrderDetails): { filled: AskableField[]; empty: AskableField[] } {
  const fields = declarationsOf(order).flatMap((prefix) =>
    groupsOf[prefix].flatMap((group) => group.fields.map((field) => toAskable(order, field))),
  )
  return {
    filled: fields.filter(({ value }) => value !== ''),
    empty: [...fields.filter(({ value }) => value === ''), photo],
  }
}

export const isAskableField = (order: OrderDetails, key: string): boolean =>
  Object.values(askableFields(order)).some((fields) => fields.some((field) => field.key === key))

export function matchingFields(fields: readonly AskableField[], search: string): AskableField[] {
  const wanted = search.trim().toLowerCase()
  return fields.filter(({ label, value }) => `${label} ${value}`.toLowerCase().includes(wanted))
}

export const askedLabel = (key: string): string => (key === passportPage ? photo.label : findField(key).label)
