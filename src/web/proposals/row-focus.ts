/** The focus stop of each row: its checkbox, or its field if it has no order. */
const stops = 'input[type=checkbox]:enabled, li:has(input[type=checkbox]:disabled) input[type=text]'

const stopsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>(stops)]

/** Without an id, the first row. */
export function focusRow(list: HTMLElement, id: number | undefined): void {
  const row = id === undefined ? null : list.querySelector<HTMLElement>(`[data-proposal="${id}"]`)
  const stop = row?.querySelector<HTMLElement>(stops) ?? stopsOf(list)[0]
  stop?.focus()
  stop?.closest('li')?.scrollIntoView({ block: 'nearest' })
}

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** Moves to the adjacent row; false for any other key. */
export function moveFocus(list: HTMLElement, from: HTMLElement, key: string): boolean {
  const step = steps[key]
  if (!step) return false
  const all = stopsOf(list)
  const next = all[all.indexOf(from) + step]
  next?.focus()
  next?.closest('li')?.scrollIntoView({ block: 'nearest' })
  return true
}
