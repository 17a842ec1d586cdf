import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { isDialogOpen } from '#web/ui/is-dialog-open.ts'
import { keysOfAction, type KeyAction } from './key-table.ts'

type Handlers = Partial<Record<KeyAction, (() => void) | undefined>>

/** ms after which a first key, as `g`, is forgotten. */
const sequenceMs = 1500

/** What is on the page, the newest last: its keys go before those of what stood there. */
let registered: readonly { current: Handlers }[] = []
let pending = ''
let typedAhead: string | null = null
let forgetting: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function setPending(keys: string) {
  clearTimeout(forgetting)
  if (keys !== '') forgetting = setTimeout(() => setPending(''), sequenceMs)
  if (keys === pending) return
  pending = keys
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The keys pressed so far of those that belong together, as `m` of `m a`; '' for none. */
export const usePendingKeys = (): string => useSyncExternalStore(subscribe, () => pending)

/** What the keys of these actions do while the component is on the page; undefined where they do nothing now. */
export function useShortcuts(handlers: Handlers): void {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  useLayoutEffect(() => {
    registered = [...registered, latest]
    return () => {
      registered = registered.filter((entry) => entry !== latest)
    }
  }, [])
}

/** The actions that have a handler at this moment. */
const activeActions = (): Map<string, () => void> =>
  new Map(
    registered.flatMap(({ current }) =>
      Object.entries(current).flatMap(([action, handle]): [string, () => void][] =>
        handle ? [[keysOfAction.get(action) ?? '', handle]] : [],
      ),
    ),
  )

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox], [type=radio], [type=file]), textarea, select, [contenteditable], [role=menu], [role=listbox]',
  ) !== null

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog]') !== null

/** As the table writes a key; null for one that is only held. */
function keyName({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (altKey || ['Shift', 'Control', 'Meta', 'Alt'].includes(key)) return null
  return ctrlKey || metaKey ? `Ctrl+${key.toUpperCase()}` : key
}

/** From now on what is typed is text for a field that opens, and no key of the page. */
export function holdTyping(): void {
  typedAhead = ''
}

/** Ends that; what was typed meanwhile. */
export function releaseTyping(): string {
  const text = typedAhead ?? ''
  typedAhead = null
  return text
}

function keepTyped(event: KeyboardEvent, text: string) {
  const { key } = event
  if (key === 'Backspace') typedAhead = text.slice(0, -1)
  else if (key.length === 1 && !event.ctrlKey && !event.metaKey) typedAhead = text + key
  event.preventDefault()
  event.stopPropagation()
}

function handleKey(event: KeyboardEvent) {
  if (typedAhead !== null && !isInDialog(event.target)) return keepTyped(event, typedAhead)
  const key = keyName(event)
  if (key === null || event.isComposing || event.repeat) return
  if (!key.startsWith('Ctrl+') && isTyping(event.target)) return
  if (isDialogOpen()) return
  const keys = pending === '' ? key : `${pending} ${key}`
  const active = activeActions()
  const handle = active.get(keys)
  const begins = [...active.keys()].some((other) => other.startsWith(`${keys} `))
  setPending(handle || !begins ? '' : keys)
  if (!handle && !begins) return
  event.preventDefault()
  event.stopPropagation()
  handle?.()
}

/** Listens to the keys of the page; once. Before the focused control, for which the second key of two would be its own. */
export function useKeyListener(): void {
  useEffect(() => {
    window.addEventListener('keydown', handleKey, { capture: true })
    return () => window.removeEventListener('keydown', handleKey, { capture: true })
  }, [])
}

/** Of a control that does the same: readers hear its key, and the tooltip shows it. */
export function shortcutProps(action: KeyAction) {
  const keys = keysOfAction.get(action) ?? ''
  return { 'aria-keyshortcuts': keys, title: `Key: ${keys}` }
}
