/** What card networks and acquirers allow in a month (product §13). */
interface MonitoringLimit {
  label: string
  /** Only the sales and cases of this network count. */
  network: 'visa' | 'mastercard'
  /** Warnings are the network's fraud reports. A dispute counts also when it is won. */
  counts: 'disputes' | 'warnings and disputes'
  /** The month whose sales the cases are set against. */
  salesOf: 'this month' | 'last month'
  /** Cases over sales from which it is exceeded; null where the network has told no rate. */
  rate: number | null
  /** It applies from so many cases a month. */
  minimumCases: number
  /** Month from which it applies, `YYYY-MM`. */
  since: string
  note: string
}

export const monitoringLimits = {
  acquirer: {
    label: 'Acquirer',
    network: 'visa',
    counts: 'warnings and disputes',
    salesOf: 'this month',
    rate: 0.005,
    minimumCases: 0,
    since: '2026-01',
    note: 'An acquirer acts from 0.5 to 0.7 %, whatever the volume',
  },
  vamp: {
    label: 'Visa VAMP',
    network: 'visa',
    counts: 'warnings and disputes',
    salesOf: 'this month',
    rate: 0.015,
    minimumCases: 1501,
    since: '2026-04',
    note: '1.5 %, above 1,500 cases a month',
  },
  merp: {
    label: 'Visa MERP',
    network: 'visa',
    counts: 'warnings and disputes',
    salesOf: 'this month',
    rate: null,
    minimumCases: 0,
    since: '2026-10',
    note: 'Since October 2026 with acquirers in Asia and the Pacific, whatever the volume; your acquirer tells the rate',
  },
  ecp: {
    label: 'Mastercard ECP',
    network: 'mastercard',
    counts: 'disputes',
    salesOf: 'last month',
    rate: 0.015,
    minimumCases: 100,
    since: '2020-01',
    note: '1.5 %, from 100 disputes a month, over the sales of the month before',
  },
} as const satisfies Record<string, MonitoringLimit>

export type LimitName = keyof typeof monitoringLimits

/** `rate`: cases over sales; null without sales. A limit that does not apply is not exceeded. */
export function assessLimit(
  name: LimitName,
  { month, cases, sales }: { month: string; cases: number; sales: number },
): { rate: number | null; applies: boolean; isExceeded: boolean } {
  const limit: MonitoringLimit = monitoringLimits[name]
  const rate = sales > 0 ? cases / sales : null
  const applies = month >= limit.since && cases >= limit.minimumCases
  return { rate, applies, isExceeded: applies && limit.rate !== null && rate !== null && rate >= limit.rate }
}
