import type { CountryRow, DayRange, ProcessedRow, PromiseGroup, PromiseRow } from '#contract/reports.ts'
import { estDayRange } from '#contract/rules/dates.ts'
import type { Work } from '#server/platform/work.ts'
import { countByCountry, countByProcessor, countPromises } from './reports.queries.ts'

/** Orders by nationality and mode, largest first (product §5). */
export const countryReport = ({ tx }: Work, { fromDate, toDate }: DayRange): Promise<CountryRow[]> =>
  countByCountry(tx, estDayRange(fromDate, toDate))

/** Processed orders by member, largest first (product §5). */
export const processedReport = ({ tx }: Work, { fromDate, toDate }: DayRange): Promise<ProcessedRow[]> =>
  countByProcessor(tx, estDayRange(fromDate, toDate))

/** Promises kept and broken by processed orders (product §12); days begin with the newest. */
export async function promisesReport(
  { tx }: Work,
  { fromDate, toDate, by }: DayRange & { by: PromiseGroup },
): Promise<PromiseRow[]> {
  const rows = await countPromises(tx, estDayRange(fromDate, toDate), by)
  return by === 'day' ? rows.toReversed() : rows
}
