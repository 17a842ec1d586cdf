/** On the page at a time, besides persistent ones. */
const maxShown = 2
/** Of two toasts together, so that they end above an order's Upload and a list's rows. */
const maxLines = 5
/** About as many letters stand on a line. */
const titleLetters = 32
const textLetters = 55

export interface ToastContent {
  /** `warn`: done, with a reservation. */
  tone: 'good' | 'warn' | 'bad'
  title: string
  text?: string | undefined
  /** Below the text; following it closes the toast. */
  link?: { label: string; href: string } | undefined
}

export interface ShownToast extends ToastContent {
  topic?: string | undefined
  persistent?: boolean
}

const linesOf = ({ title, text = '', link }: ShownToast): number =>
  Math.ceil(title.length / titleLetters) + Math.ceil(text.length / textLetters) + (link ? 1 : 0)

/** The toasts that make room for `next`: of its topic, else the oldest, failures last. */
export function toastsToHide<T extends ShownToast>(present: readonly T[], next: ShownToast): readonly T[] {
  const replaced = present.filter(({ topic }) => topic !== undefined && topic === next.topic)
  const others = present.filter((toast) => !replaced.includes(toast) && !toast.persistent)
  const fits = (kept: readonly T[]) =>
    kept.length < maxShown &&
    (kept.length === 0 || [...kept, next].reduce((sum, toast) => sum + linesOf(toast), 0) <= maxLines)
  const order = others.toSorted((a, b) => Number(a.tone === 'bad') - Number(b.tone === 'bad'))
  const excess = order.findIndex((_, index) => fits(order.slice(index)))
  return [...replaced, ...(excess < 0 ? order : order.slice(0, excess))]
}
