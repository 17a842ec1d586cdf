import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { isDialogOpen } from '#web/ui/is-dialog-open.ts'
import { keysOfAction, type KeyAction } from './key-table.ts'
import { createListeners } from './listeners.ts'

type Handlers = Partial<Record<KeyAction, (() => void) | undefined>>

/** ms before an unfinished sequence (`g`) is dropped. */
const sequenceMs = 1500

/** Mounted handlers, newest last; the newest wins. */
let registered: readonly { current: Handlers }[] = []
let pending = ''
let typedAhead: string | null = null
let forgetting: ReturnType<typeof setTimeout> | undefined
const { subscribe, notify } = createListeners()

function setPending(keys: string) {
  clearTimeout(forgetting)
  if (keys !== '') forgetting = setTimeout(() => setPending(''), sequenceMs)
  if (keys === pending) return
  pending = keys
  notify()
}

/** The keys of an unfinished sequence (`m` of `m a`), else ''. */
export const usePendingKeys = (): string => useSyncExternalStore(subscribe, () => pending)

/** Registers handlers while the component is mounted; an undefined handler disables its key. */
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

/** The key as the key table writes it; null for a modifier. */
function keyName({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (altKey || ['Shift', 'Control', 'Meta', 'Alt'].includes(key)) return null
  return ctrlKey || metaKey ? `Ctrl+${key.toUpperCase()}` : key
}

/** Buffers keystrokes for a field that is about to open, and keeps them from the page's shortcuts. */
export function holdTyping(): void {
  typedAhead = ''
}

/** Ends the buffering; returns the buffered text. */
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

/** Call once. Captures, so that the focused control does not handle the second key of a sequence. */
export function useKeyListener(): void {
  useEffect(() => {
    window.addEventListener('keydown', handleKey, { capture: true })
    return () => window.removeEventListener('keydown', handleKey, { capture: true })
  }, [])
}

/** Announces the key to screen readers and shows it in the tooltip. */
export function shortcutProps(action: KeyAction) {
  const keys = keysOfAction.get(action) ?? ''
  return { 'aria-keyshortcuts': keys, title: `Key: ${keys}` }
}
