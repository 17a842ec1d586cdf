import { arrivalFields, departureFields, type FieldKind, type OrderField } from './order-fields.ts'

/** Asked instead of a value: a photo of the passport's page with the picture, which is kept as a file of the customer's. */
export const passportPage = 'passport_page'

const fieldByKey: ReadonlyMap<string, OrderField> = new Map(
  [...arrivalFields, ...departureFields].map((field) => [field.key, field]),
)

/** Whether a customer can be asked for this: a field that intake knows, or the passport's page (product §12). */
export const isAskable = (key: string): boolean => key === passportPage || fieldByKey.has(key)

export const askedKind = (key: string): FieldKind | 'file' =>
  key === passportPage ? 'file' : (fieldByKey.get(key)?.kind ?? 'text')
