import type { QueryClient } from '@tanstack/react-query'
import { shiftDesk } from '#contract/shift-desk.ts'
import { readOptions } from '#web/lib/endpoint-hooks.ts'
import { readAhead } from '#web/lib/read-ahead.ts'

/** ms: what is late, and who is at the desk, goes with the clock. */
const refetchInterval = 60_000

export const shiftDeskQuery = () => readOptions(shiftDesk, {}, { showsFailureInline: true, refetchInterval })

/** Reads what the page shows before it is opened; nothing of it is recorded as seen. */
export const readShiftDeskAhead = (client: QueryClient): void => readAhead(client, shiftDeskQuery())
