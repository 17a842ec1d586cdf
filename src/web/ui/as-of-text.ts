import type { AsOf } from '#contract/endpoint.ts'
import { estUsTime } from '#contract/rules/dates.ts'

/** How old something is that was read from a replica; the time is EST, as all of them (spec §9). */
export const asOfText = ({ at, secondsBehind }: AsOf): string =>
  `as of ${estUsTime(at)} EST, ${secondsBehind} s behind`
