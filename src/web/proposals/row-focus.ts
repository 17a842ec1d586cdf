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

/** Moves to the adjacent row. */
export function moveFocus(list: HTMLElement, from: HTMLElement, step: 1 | -1): void {
  const all = stopsOf(list)
  const next = all[all.indexOf(from) + step]
  next?.focus()
  next?.closest('li')?.scrollIntoView({ block: 'nearest' })
}
