import type { LiveMessage } from '#contract/live.ts'

/** Changes that are not shown yet. */
export interface Changes {
  moved: ReadonlySet<number>
  changed: ReadonlySet<number>
  /** The changes are unknown, or too many to list. */
  isUnknown: boolean
}

export const noChanges: Changes = { moved: new Set(), changed: new Set(), isUnknown: false }
export const unknownChanges: Changes = { ...noChanges, isUnknown: true }

/** Above this, changes count as unknown. */
const maxNamed = 1000

export const hasChanges = ({ moved, changed, isUnknown }: Changes): boolean =>
  isUnknown || moved.size > 0 || changed.size > 0

/** A withheld order may be the one on the page, so its change counts as unknown. */
export const changesIn = ({ moved, changed, withheld, everything }: LiveMessage): Changes => ({
  moved: new Set(moved),
  changed: new Set(changed),
  isUnknown: withheld || everything,
})

export function addChanges(first: Changes, second: Changes): Changes {
  const moved = new Set([...first.moved, ...second.moved])
  const changed = new Set([...first.changed, ...second.changed])
  return first.isUnknown || second.isUnknown || moved.size + changed.size > maxNamed
    ? unknownChanges
    : { moved, changed, isUnknown: false }
}
