interface Act {
  /** The server's undo token, or an id of the act. */
  undo: string
  /** Undoes it, where a call of its own does; else the token does. */
  run?: (() => void) | undefined
  /** Removes its Undo from the page. */
  hide: () => void
  /** ms since 1970 */
  at: number
}

/** ms in which the server accepts an undo (product §3). */
const undoableFor = 10 * 60_000

/** Acts on this page, the newest last. */
let acts: readonly Act[] = []

/** An act that is offered again elsewhere keeps its position. */
export function rememberAct(undo: string, hide: () => void, run?: () => void): void {
  acts = isRemembered(undo)
    ? acts.map((act) => (act.undo === undo ? { ...act, hide } : act))
    : [...acts, { undo, hide, run, at: Date.now() }]
}

export const isRemembered = (undo: string): boolean => acts.some((act) => act.undo === undo)

/** The act is undone, or can no longer be. */
export function forgetAct(undo: string): void {
  acts = acts.filter((act) => act.undo !== undo)
}

export function forgetAllActs(): void {
  acts = []
}

/** The newest act that can still be undone. */
export function lastAct(): Act | undefined {
  acts = acts.filter(({ at }) => Date.now() - at < undoableFor)
  return acts.at(-1)
}
