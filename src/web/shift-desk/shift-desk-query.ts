import { shiftDesk } from '#contract/shift-desk.ts'
import { readOptions } from '#web/lib/endpoint-hooks.ts'
import { prefetchStaleTime } from '#web/lib/query-client.ts'

/** ms; lateness and presence change with time. */
const refetchInterval = 60_000

export const shiftDeskQuery = () =>
  readOptions(shiftDesk, {}, { showsFailureInline: true, staleTime: prefetchStaleTime, refetchInterval })
