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
export const rateMargin = 1.25

const rupiahPerDollar = 16_600

/** Null for a currency that is not in the table. */
export function toDollars(value: number, currency: string): number | null {
  const rate = dollarsPerUnit[currency.trim().toUpperCase()]
  return rate === undefined ? null : value * rate
}

export function toRupiah(value: number, currency: string): number | null {
  if (currency.trim().toUpperCase() === 'IDR') return value
  const dollars = toDollars(value, currency)
  return dollars === null ? null : dollars * rupiahPerDollar
}
