import { displayMoney } from '../display-money.ts'
import { goodsLabels, type GoodsKey } from '../goods.ts'
import { normalizeText } from '../search-text.ts'
import type { Check, Found } from './check.ts'
import type { CheckedLine, CheckedOrder } from './checked-order.ts'
import {
  declarationsOf,
  firstFound,
  isNotYes,
  linesOf,
  parseAmount,
  quantityOf,
  sum,
  textOf,
  type PlacedDeclaration,
  type PlacedLine,
} from './goods-lines.ts'

/**
 * Roughly what a unit is worth in US dollars, as of 2026. Good for telling 400 dollars from 4,000 and no more: limits are
 * compared with a margin.
 */
const dollarsPerUnit: Readonly<Record<string, number>> = {
  USD: 1,
  AED: 0.272,
  AUD: 0.65,
  BND: 0.77,
  BRL: 0.18,
  CAD: 0.72,
  CHF: 1.22,
  CNY: 0.14,
  CZK: 0.046,
  DKK: 0.152,
  EUR: 1.14,
  GBP: 1.32,
  HKD: 0.128,
  HUF: 0.0029,
  IDR: 1 / 16_600,
  ILS: 0.29,
  INR: 0.0114,
  JPY: 0.0066,
  KRW: 0.0007,
  KWD: 3.25,
  MXN: 0.054,
  MYR: 0.235,
  NOK: 0.098,
  NZD: 0.58,
  PGK: 0.24,
  PHP: 0.0172,
  PKR: 0.0036,
  PLN: 0.27,
  QAR: 0.275,
  RUB: 0.0124,
  SAR: 0.267,
  SEK: 0.104,
  SGD: 0.77,
  THB: 0.0305,
  TRY: 0.024,
  TWD: 0.032,
  VND: 1 / 26_200,
  ZAR: 0.056,
}

/** The most by which a rate may be wrong without a limit being misjudged. */
const rateMargin = 1.25

const rupiahPerDollar = 16_600

/** Null for a currency that is not in the table. */
function toDollars(value: number, currency: string): number | null {
  const rate = dollarsPerUnit[currency.trim().toUpperCase()]
  return rate === undefined ? null : value * rate
}

function toRupiah(value: number, currency: string): number | null {
  if (currency.trim().toUpperCase() === 'IDR') return value
  const dollars = toDollars(value, currency)
  return dollars === null ? null : dollars * rupiahPerDollar
}

/** Limits of the official form (product §13). */
const maxDollars = 500
const minCashRupiah = 100_000_000
const minForeignRupiah = 1_000_000_000
const maxDevices = 2

const overLimit = (order: CheckedOrder): Found | null =>
  firstFound(order, (declaration) => {
    if (!isNotYes(declaration, 'purchase')) return null
    const lines = linesOf(declaration, 'purchase')
    const dollars = sum(
      lines.map((line) => toDollars((parseAmount(line.value) ?? 0) * quantityOf(line), line.currency)),
    )
    if (dollars <= maxDollars * rateMargin) return null
    return {
      fields: [`${declaration.path}.purchase`],
      message: `Goods of about ${displayMoney(String(Math.round(dollars)), 'USD')} are listed, over USD ${maxDollars}, but the answer is not Yes.`,
    }
  })

/** Allowance without a declaration, in the unit of the lines. */
const allowances: readonly { name: string; pattern: RegExp; unit: RegExp; most: number; says: string }[] = [
  {
    name: 'cigarettes',
    pattern: /cigarette|rokok/,
    unit: /stick|piece|pcs|batang|cigarette/,
    most: 200,
    says: '200',
  },
  {
    name: 'packs of cigarettes',
    pattern: /cigarette|rokok/,
    unit: /pack|bungkus/,
    most: 10,
    says: '10 packs',
  },
  {
    name: 'cartons of cigarettes',
    pattern: /cigarette|rokok/,
    unit: /carton|slop/,
    most: 1,
    says: 'one carton',
  },
  { name: 'cigars', pattern: /cigar(?!e)|cerutu/, unit: /./, most: 25, says: '25' },
  {
    name: 'grams of tobacco',
    pattern: /tobacco(?! pouch)|tembakau/,
    unit: /\b(g|gr|gram|grams)\b/,
    most: 100,
    says: '100 g',
  },
  {
    name: 'litres of alcohol',
    pattern: /alcohol|whisk|wine|vodka|gin\b|rum\b|spirit|sake|liquor|brandy|cognac|beer|minuman keras/,
    unit: /\b(l|lt|lit(re|er)s?)\b/,
    most: 1,
    says: '1 litre',
  },
]

const allowanceOf = (line: CheckedLine) =>
  allowances.find(
    ({ pattern, unit }) =>
      pattern.test(normalizeText(`${line.category} ${line.description_of_Goods}`)) &&
      unit.test(normalizeText(line.units)),
  )

const overAllowance = (order: CheckedOrder): Found | null =>
  firstFound(order, (declaration) => {
    if (!isNotYes(declaration, 'cigarettes')) return null
    const over = declaration.lines.flatMap((line) => {
      const allowance = allowanceOf(line)
      return allowance && quantityOf(line) > allowance.most ? [{ line, allowance }] : []
    })
    const [first] = over
    if (!first) return null
    return {
      fields: [`${declaration.path}.cigarettes`],
      message: `${first.line.quantityofGoods} ${first.allowance.name} are listed, over ${first.allowance.says}, but the answer is not Yes.`,
    }
  })

const cashGroups = ['currency', 'foreign'] as const

/** What the lines of a group are worth, in rupiah; other currencies as little as their rate may mean. */
const rupiahOf = (declaration: PlacedDeclaration, group: GoodsKey): number =>
  sum(
    linesOf(declaration, group).map((line) => {
      const rupiah = toRupiah(parseAmount(line.value) ?? 0, line.currency) ?? 0
      return line.currency.trim().toUpperCase() === 'IDR' ? rupiah : rupiah / rateMargin
    }),
  )

const cashOverLimit = (order: CheckedOrder): Found | null =>
  firstFound(order, (declaration) => {
    const [rupiah, foreign] = cashGroups.map((group) => rupiahOf(declaration, group))
    const total = (rupiah ?? 0) + (foreign ?? 0)
    const isDeclared = cashGroups.some((key) => !isNotYes(declaration, key))
    const key = (foreign ?? 0) >= minForeignRupiah ? 'foreign' : 'currency'
    if (total < minCashRupiah || (key === 'foreign' ? !isNotYes(declaration, key) : isDeclared)) return null
    return {
      fields: [`${declaration.path}.${key}`],
      message: `About ${displayMoney(String(Math.round(total)), 'IDR')} in cash is listed, but “${goodsLabels[key]}” is not answered Yes.`,
    }
  })

const deviceWords =
  /\b(tele?phone|phone|smartphone|iphone|handphone|handset|mobile|hp|tablet|ipad|galaxy (s|z|a|tab)|pixel \d)/
const accessoryWords =
  /\b(case|cover|charger|cable|holder|protector|earphone|headphone|microphone|stand|strap)s?\b/

const manyDevices = (order: CheckedOrder): Found | null =>
  firstFound(order, (declaration) => {
    const devices = linesOf(declaration, 'purchase', 'imported_goods', 'originating_goods').filter(
      (line) => deviceWords.test(textOf(line)) && !accessoryWords.test(textOf(line)),
    )
    const count = sum(devices.map(quantityOf))
    if (count <= maxDevices) return null
    return {
      fields: devices.map(({ path }) => `${path}.quantityofGoods`),
      message: `${count} telephones and tablets: a passenger registers the IMEI of ${maxDevices} at most.`,
    }
  })

/** The first declaration is the traveller's own; the list does not name the others' travellers. */
const linesFor = (order: CheckedOrder, pattern: RegExp): PlacedLine[] =>
  (declarationsOf(order)[0]?.lines ?? []).filter((line) => pattern.test(textOf(line)))

const tobaccoWords = /tobacco|cigar|rokok|tembakau|vape|e-liquid/
const alcoholWords =
  /alcohol|whisk|\bwine\b|vodka|\bgin\b|\brum\b|spirits?\b|\bsake\b|liquor|brandy|cognac|\bbeer\b/

const tooYoungFor =
  (pattern: RegExp, minAge: number, what: string) =>
  (order: CheckedOrder): Found | null => {
    const { age } = order
    const [line] = linesFor(order, pattern)
    if (!line || age === null || age >= minAge) return null
    return {
      fields: [`${line.path}.quantityofGoods`, order.field('birth').key],
      message: `${line.description_of_Goods || what}: the traveller is ${age}, and ${what} is free from ${minAge} on.`,
    }
  }

export const goodsLimitChecks: readonly Check[] = [
  {
    code: 'goods-over-limit',
    severity: 'stop',
    title: 'Goods over USD 500 are not declared',
    find: overLimit,
  },
  {
    code: 'allowance',
    severity: 'stop',
    title: 'Tobacco or alcohol over the limit is not declared',
    find: overAllowance,
  },
  { code: 'cash', severity: 'stop', title: 'Cash over the limit is not declared', find: cashOverLimit },
  { code: 'devices', severity: 'warn', title: 'More than two IMEI devices', find: manyDevices },
  {
    code: 'tobacco-age',
    severity: 'warn',
    title: 'Tobacco under 18',
    find: tooYoungFor(tobaccoWords, 18, 'tobacco'),
  },
  {
    code: 'alcohol-age',
    severity: 'warn',
    title: 'Alcohol under 21',
    find: tooYoungFor(alcoholWords, 21, 'alcohol'),
  },
]
