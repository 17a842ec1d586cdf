/** What can be taken back. */
interface Act {
  /** What the server gave to undo it with. */
  undo: string
  /** Takes away what offers it on the page. */
  hide: () => void
  /** ms since 1970. */
  at: number
}

/** ms in which the server takes it back (product §3). */
const undoableFor = 10 * 60_000

/** The acts of this member on this page, the newest last. */
let acts: readonly Act[] = []

/** What is offered in another place than before keeps its turn. */
export function rememberAct(undo: string, hide: () => void): void {
  acts = isRemembered(undo)
    ? acts.map((act) => (act.undo === undo ? { ...act, hide } : act))
    : [...acts, { undo, hide, at: Date.now() }]
}

export const isRemembered = (undo: string): boolean => acts.some((act) => act.undo === undo)

/** It is taken back, or is not to be any more. */
export function forgetAct(undo: string): void {
  acts = acts.filter((act) => act.undo !== undo)
}

export function forgetAllActs(): void {
  acts = []
}

/** The newest that the server may still take back. */
export function lastAct(): Act | undefined {
  acts = acts.filter(({ at }) => Date.now() - at < undoableFor)
  return acts.at(-1)
}
