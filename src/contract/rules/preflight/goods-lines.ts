import type { GoodsKey } from '../goods.ts'
import { normalizeText } from '../search-text.ts'
import type { Found } from './check.ts'
import type { CheckedDeclaration, CheckedLine, CheckedOrder } from './checked-order.ts'

export interface PlacedLine extends CheckedLine {
  /** Where it is, as `importingGoods.0.details.1`. */
  path: string
}

export interface PlacedDeclaration {
  answers: CheckedDeclaration
  path: string
  lines: readonly PlacedLine[]
}

export const declarationsOf = (order: CheckedOrder): PlacedDeclaration[] =>
  order.importingGoods.map((answers, at) => ({
    answers,
    path: `importingGoods.${at}`,
    lines: answers.details.map((line, index) => ({ ...line, path: `importingGoods.${at}.details.${index}` })),
  }))

/** `1,699.00`, `1.699,00` and `1699` as a number; null for none. */
export function parseAmount(text: string): number | null {
  const plain = text.trim().replaceAll(/[\s’']/g, '')
  if (!/^\d[\d.,]*$/.test(plain)) return null
  const decimals = /[.,](\d{1,2})$/.exec(plain)?.[1] ?? ''
  const whole = (decimals === '' ? plain : plain.slice(0, -decimals.length - 1)).replaceAll(/[.,]/g, '')
  return Number(`${whole}.${decimals || '0'}`)
}

export const quantityOf = ({ quantityofGoods: quantity }: CheckedLine): number => parseAmount(quantity) ?? 1
export const textOf = (line: CheckedLine): string =>
  normalizeText(`${line.category} ${line.description_of_Goods} ${line.units}`)

export const linesOf = ({ lines }: PlacedDeclaration, ...groups: GoodsKey[]): PlacedLine[] =>
  lines.filter(({ group }) => groups.some((it) => it === group))

export const isNotYes = ({ answers }: PlacedDeclaration, key: GoodsKey): boolean => answers[key] !== 'Yes'

/** The finding of the first declaration with one. */
export const firstFound = (
  order: CheckedOrder,
  find: (declaration: PlacedDeclaration) => Found | null,
): Found | null => {
  for (const declaration of declarationsOf(order)) {
    const found = find(declaration)
    if (found) return found
  }
  return null
}

export const sum = (numbers: readonly (number | null)[]): number =>
  numbers.reduce<number>((total, it) => total + (it ?? 0), 0)
