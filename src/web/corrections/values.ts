import * as z from 'zod/mini'
import { familyMember, goodsDeclaration, type OrderDetails } from '#contract/order-details.ts'
import { findField, fieldValues, type FieldSection } from './fields.ts'
import type { FamilyMember } from './family-fields.ts'
import type { GoodsDeclaration } from './goods-fields.ts'

export type CorrectionSection = FieldSection | 'family' | 'goods'

const listSections: Readonly<Record<string, CorrectionSection>> = {
  familyMember: 'family',
  importingGoods: 'goods',
}

/** The section of a field key or of a path within a list. */
export function sectionOf(field: string): CorrectionSection {
  if (field.startsWith('arrival_')) return 'arrival'
  if (field.startsWith('departure_')) return 'departure'
  return listSections[field.split('.')[0] ?? ''] ?? 'information'
}

export interface CorrectionValues {
  reason: string
  fields: Record<string, string>
  familyMember: FamilyMember[]
  importingGoods: GoodsDeclaration[]
}

export const initialValues = (order: OrderDetails, section: CorrectionSection): CorrectionValues => ({
  reason: '',
  fields: section === 'family' || section === 'goods' ? {} : fieldValues(order, section),
  familyMember: order.familyMember,
  importingGoods: order.importingGoods,
})

/** Values of the form by key, as they are merged (product §5). */
export const toData = ({ fields, ...rest }: CorrectionValues): CorrectionData => ({ ...fields, ...rest })

export const toValues = (
  { reason, familyMember, importingGoods, ...data }: CorrectionData,
  { fields }: Pick<CorrectionValues, 'fields'>,
): CorrectionValues => ({
  reason,
  fields: Object.fromEntries(Object.keys(fields).map((key) => [key, String(data[key] ?? '')])),
  familyMember,
  importingGoods,
})

export const correctionData = z.looseObject({
  reason: z.string(),
  familyMember: z.array(familyMember),
  importingGoods: z.array(goodsDeclaration),
})
export type CorrectionData = z.infer<typeof correctionData>

const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)

/** Changed fields, and changed lists as a whole (product §5). */
export function changedValues(before: CorrectionValues, after: CorrectionValues): Record<string, unknown> {
  const lists = (['familyMember', 'importingGoods'] as const).filter((key) => differ(before[key], after[key]))
  return {
    ...Object.fromEntries(Object.entries(after.fields).filter(([key, text]) => text !== before.fields[key])),
    ...Object.fromEntries(lists.map((key) => [key, after[key]])),
  }
}

function leafPaths(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) => leafPaths(inner, `${path}.${key}`))
}

/** The paths of the server's field errors. */
export const wirePaths = ({ fields, familyMember, importingGoods }: CorrectionValues): string[] => [
  ...Object.keys(fields),
  ...leafPaths(familyMember, 'familyMember'),
  ...leafPaths(importingGoods, 'importingGoods'),
]

/** Maps the server's errors to form paths and replaces each key by its label. */
export const formErrors = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => {
      const key = path.split('.').at(-1) ?? path
      return path === key ? [`fields.${key}`, message.replace(key, findField(key).label)] : [path, message]
    }),
  )
