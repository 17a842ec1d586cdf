import { staffPaths } from '#contract/rules/staff-addresses.ts'
import * as z from 'zod/mini'

/** The list shown last: its URL including page and search, and its heading. */
const backTarget = z.object({ href: z.string().check(z.startsWith(staffPaths.dashboard)), label: z.string() })
export type BackTarget = z.infer<typeof backTarget>

const storageKey = 'back-target'

/** Remembers where Back leads from the next page of this tab. */
export const rememberBackTarget = (target: BackTarget): void =>
  sessionStorage.setItem(storageKey, JSON.stringify(target))

/** The history state of a link from a list to one of its rows; an address of its own has none. */
export const fromList = { isFromList: true }
const isFromList = (state: unknown) =>
  typeof state === 'object' && state !== null && 'isFromList' in state && state.isFromList === true

/** The list from which this page was opened; null for one that was opened by its address. */
export const listOpenedFrom = (historyState: unknown): BackTarget | null =>
  isFromList(historyState) ? lastBackTarget() : null

/** The list shown last in this tab, or null. */
function lastBackTarget(): BackTarget | null {
  try {
    const read = z.safeParse(backTarget, JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
