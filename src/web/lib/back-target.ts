import * as z from 'zod/mini'
import { staffScreens } from '#contract/rules/staff-screens.ts'

/** The list shown last: its URL including page and search, and its heading. */
const backTarget = z.object({
  href: z.string().check(z.startsWith(staffScreens.dashboard.path)),
  label: z.string(),
})
export type BackTarget = z.infer<typeof backTarget>

/** Not in a storage of the browser: a search of the list is in its URL, and may name a customer. */
let shownList: BackTarget | undefined

/** Remembers where Back leads from the next page of this tab. */
export function rememberBackTarget(target: BackTarget): void {
  shownList = target
}

/**
 * The history state of a link from a list to one of its rows; an address of its own has none. It is read as the link is
 * followed, and outlives a reload with the entry of the history.
 */
export const fromList = {
  get backTarget() {
    return shownList
  },
}
const fromListState = z.object({ backTarget })

/** Of a window that a page of ours opened, what that page knows. */
function openerState(): unknown {
  try {
    const opener: Window | null = window.opener
    return opener?.history.state
  } catch {
    // Another site's page.
    return null
  }
}

/** The history state by which another page about the same order knows the list as well. */
export const sameList = () => {
  const backTarget = listOpenedFrom(history.state)
  return backTarget && { backTarget }
}

/**
 * The list from which this page was opened; null for one that was opened by its address. A narrow window has that of
 * the page beside it.
 */
export const listOpenedFrom = (historyState: unknown): BackTarget | null =>
  z.safeParse(fromListState, historyState ?? openerState()).data?.backTarget ?? null
