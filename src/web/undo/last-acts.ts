export interface Act {
  /** The server's undo token, or an id of the act. */
  undo: string
  /** What was done, as its toast says. */
  title: string
  /** Orders whose mail waits for its undo. */
  mailedOrders?: readonly number[] | undefined
  /** Undoes it, where a call of its own does; else the token does. */
  run?: (() => void) | undefined
  /** Removes its Undo from the page. */
  hide: () => void
  /** ms since 1970 */
  at: number
}

export interface WaitingMail {
  mailId: string
  orderId: number
  title: string
  /** ms since 1970 */
  leavesAt: number
}

/** ms in which the server accepts an undo (product §3). */
const undoableFor = 10 * 60_000
/** ms for which a mail waits at least (product §3). */
const shortestWait = 10_000

/** Acts on this page, the newest last. */
let acts: readonly Act[] = []

export function rememberAct(act: Omit<Act, 'at'>): void {
  acts = [...acts, { ...act, at: Date.now() }]
}

/** The act is undone, or can no longer be. */
export function forgetAct(undo: string): void {
  acts = acts.filter((act) => act.undo !== undo)
}

export function forgetAllActs(): void {
  acts = []
}

/** Acts that can still be undone, the newest last. */
export function rememberedActs(): readonly Act[] {
  acts = acts.filter(({ at }) => Date.now() - at < undoableFor)
  return acts
}

export const actOfMail = (all: readonly Act[], { orderId }: Pick<WaitingMail, 'orderId'>): Act | undefined =>
  all.findLast(({ mailedOrders }) => mailedOrders?.includes(orderId))

/**
 * What `z` takes back: the mail that leaves first, since it cannot be taken back later; then an act whose mail the
 * server has not listed yet; then the newest act.
 */
export function nextToUndo(
  all: readonly Act[],
  mails: readonly WaitingMail[],
  now: number,
): { act?: Act | undefined; mail?: WaitingMail } | undefined {
  const [mail] = mails.filter(({ leavesAt }) => leavesAt > now).toSorted((a, b) => a.leavesAt - b.leavesAt)
  if (mail) return { mail, act: actOfMail(all, mail) }
  const act = all.find(({ mailedOrders, at }) => mailedOrders && now - at < shortestWait) ?? all.at(-1)
  return act && { act }
}
