import { isOneOf } from './typed-keys.ts'

/** The placeholders of templates, in braces: `{name}` (product §12). */
export const placeholderNames = [
  'name',
  'order_id',
  'email',
  'arrival_date',
  'departure_date',
  'flight',
  'arrival_place',
  'due',
  'amount',
  'site',
] as const
export type PlaceholderName = (typeof placeholderNames)[number]

export const placeholderPattern = /\{([^{}\n]*)\}/g

const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholderPattern)].map(([, name = '']) => name)),
]

export const isPlaceholder = (name: string): name is PlaceholderName => isOneOf(placeholderNames, name)

/** Names in braces that are no placeholders. */
export const unknownPlaceholders = (text: string): string[] =>
  namesIn(text).filter((name) => !isPlaceholder(name))

/** Placeholders left in a text, which must be filled in before it is sent. */
export const gapsIn = (text: string): PlaceholderName[] => namesIn(text).filter(isPlaceholder)
