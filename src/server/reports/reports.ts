import type { CountryRow, DayRange, ProcessedRow } from '#contract/reports.ts'
import { estDayRange } from '#contract/rules/dates.ts'
import type { Work } from '#server/platform/work.ts'
import { countByCountry, countByProcessor } from './reports.queries.ts'

/** Orders by nationality and mode, largest first (product §5). */
export const countryReport = ({ tx }: Work, { fromDate, toDate }: DayRange): Promise<CountryRow[]> =>
  countByCountry(tx, estDayRange(fromDate, toDate))

/** Processed orders by member, largest first (product §5). */
export const processedReport = ({ tx }: Work, { fromDate, toDate }: DayRange): Promise<ProcessedRow[]> =>
  countByProcessor(tx, estDayRange(fromDate, toDate))
