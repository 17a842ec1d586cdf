import type * as z from 'zod/mini'
import type { goodsDeclaration, goodsLine } from '#contract/order-details.ts'
import { displayDate } from '#contract/rules/dates.ts'
import { displayMoney, displayNumber } from '#contract/rules/display-money.ts'
import { displayText } from '#contract/rules/display-text.ts'
import { goodsKeys, goodsLabels, type GoodsAnswer } from '#contract/rules/goods.ts'

export type GoodsDeclaration = z.infer<typeof goodsDeclaration>
export type GoodsLine = z.infer<typeof goodsLine>

export interface GoodsQuestion {
  key: string
  label: string
  answer: GoodsAnswer
  lines: GoodsLine[]
}

/** The eight questions in order (spec §9), then the lines of unknown groups under their own heading. */
export function goodsQuestions(declaration: GoodsDeclaration): GoodsQuestion[] {
  const knownQuestions = goodsKeys.map((key) => ({
    key,
    label: goodsLabels[key],
    answer: declaration[key],
    lines: declaration.details.filter(({ group }) => group === key),
  }))
  const otherLines = declaration.details.filter(({ group }) => !goodsKeys.some((key) => key === group))
  return otherLines.length === 0
    ? knownQuestions
    : [...knownQuestions, { key: 'others', label: 'Other goods', answer: '', lines: otherLines }]
}

export const declaredCount = (declarations: readonly GoodsDeclaration[]): number =>
  goodsKeys.filter((key) => declarations.some((declaration) => declaration[key] === 'Yes')).length

interface GoodsColumn {
  label: string
  numeric?: true
  of: (line: GoodsLine) => string
}

/** Keeps an amount and its currency on one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00A0')

const columns: readonly GoodsColumn[] = [
  { label: 'Description of goods', of: (line) => line.description_of_Goods },
  { label: 'Quantity', numeric: true, of: (line) => displayNumber(line.quantityofGoods) },
  { label: 'Units', of: (line) => line.units },
  { label: 'Category', of: (line) => line.category },
  { label: 'Value', numeric: true, of: (line) => unbroken(displayMoney(line.value, line.currency)) },
  { label: 'Unaccompanied baggage', of: (line) => displayText.text(line.unaccompanied_baggage) },
  {
    label: 'Date of import',
    of: (line) => line.date_month_year_import && displayDate(line.date_month_year_import),
  },
]

export const filledColumns = (lines: readonly GoodsLine[]): GoodsColumn[] =>
  columns.filter(({ of }) => lines.some((line) => of(line).trim() !== ''))
