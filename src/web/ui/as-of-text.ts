import type { AsOf } from '#contract/endpoint.ts'
import { estUsTime } from '#contract/rules/dates.ts'

/** The age of data from a replica; times are EST (spec §9). */
export const asOfText = ({ at, secondsBehind }: AsOf): string =>
  `as of ${estUsTime(at)} EST, ${secondsBehind} s behind`
