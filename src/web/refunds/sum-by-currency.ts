import { displayMoney } from '#contract/rules/display-text.ts'

interface Money {
  amount: string
  currency: string
}

const isAmount = (amount: string) => /^\d+(\.\d{1,2})?$/.test(amount)

/** In hundredths, so that no sum is off by a fraction. */
const toHundredths = (amount: string) => Math.round(Number(amount) * 100)

/** The sum of each currency, `30.00 EUR, 1,250.50 USD`; what is no amount yet counts nothing, '' where nothing is. */
export function sumByCurrency(moneys: readonly Money[]): string {
  const sums = new Map<string, number>()
  for (const { amount, currency } of moneys)
    if (isAmount(amount.trim())) sums.set(currency, (sums.get(currency) ?? 0) + toHundredths(amount.trim()))
  return [...sums]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([currency, sum]) => displayMoney((sum / 100).toFixed(2), currency))
    .join(', ')
}
