import type { LiveMessage } from '#contract/live.ts'

/** What has changed and is not shown yet. */
export interface Changes {
  /** Orders that may be in other lists now. */
  moved: ReadonlySet<number>
  /** Orders that are in the same lists as before. */
  changed: ReadonlySet<number>
  /** What has changed is not known, or too much to be named. */
  isUnknown: boolean
}

export const noChanges: Changes = { moved: new Set(), changed: new Set(), isUnknown: false }
export const unknownChanges: Changes = { ...noChanges, isUnknown: true }

/** More are refreshed as if they were not known. */
const maxNamed = 1000

export const hasChanges = ({ moved, changed, isUnknown }: Changes): boolean =>
  isUnknown || moved.size > 0 || changed.size > 0

/** An order that the member may not see any more is not named either: it may be the one on the page. */
export const changesIn = ({ moved, changed, withheld, everything }: LiveMessage): Changes => ({
  moved: new Set(moved),
  changed: new Set(changed),
  isUnknown: withheld || everything,
})

/** Both together. */
export function addChanges(first: Changes, second: Changes): Changes {
  const moved = new Set([...first.moved, ...second.moved])
  const changed = new Set([...first.changed, ...second.changed])
  return first.isUnknown || second.isUnknown || moved.size + changed.size > maxNamed
    ? unknownChanges
    : { moved, changed, isUnknown: false }
}
