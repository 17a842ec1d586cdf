import * as z from 'zod/mini'
import { staffScreens } from '#contract/rules/staff-screens.ts'

/** The list shown last: its URL including page and search, and its heading. */
const backTarget = z.object({
  href: z.string().check(z.startsWith(staffScreens.dashboard.path)),
  label: z.string(),
})
export type BackTarget = z.infer<typeof backTarget>

/** Kept in memory only: the URL holds the search text, which may be a customer's name. */
let shownList: BackTarget | undefined

/** Sets the Back target of the next page in this tab. */
export function rememberBackTarget(target: BackTarget): void {
  shownList = target
}

/**
 * The history state of a link from a list to one of its rows. The getter is read when the link is followed; the state
 * then survives a reload.
 */
export const fromList = {
  get backTarget() {
    return shownList
  },
}
const fromListState = z.object({ backTarget })

/** The history state of the page that opened this window. */
function openerState(): unknown {
  try {
    const opener: Window | null = window.opener
    return opener?.history.state
  } catch {
    // The opener is on another site.
    return null
  }
}

/** The history state that keeps the Back target on a link to another page of the same order. */
export const sameList = () => {
  const backTarget = listOpenedFrom(history.state)
  return backTarget && { backTarget }
}

/**
 * The list from which this page was opened; null for a page opened by its URL. A pop-up window uses its opener's list.
 */
export const listOpenedFrom = (historyState: unknown): BackTarget | null =>
  z.safeParse(fromListState, historyState ?? openerState()).data?.backTarget ?? null
