import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { isDialogOpen } from '#web/ui/is-dialog-open.ts'
import {
  addKey,
  changeWaitMs,
  idleRun,
  isTextKey,
  readKey,
  runRestMs,
  sequenceMs,
  type KeyMeaning,
  type KeyRun,
} from './key-reading.ts'
import { isChanging, type KeyAction } from './key-table.ts'
import { createListeners } from './listeners.ts'
import { areKeysOn, currentKeys } from './own-keys.ts'
import { useLatestCallback } from './use-latest-callback.ts'

type KeyHandlers = Partial<Record<KeyAction, (() => void) | undefined>>

interface Registered {
  handlers: KeyHandlers
  isActive: () => boolean
}

/** Mounted handlers, newest last; the newest wins. */
let registered: readonly { current: Registered }[] = []
let run: KeyRun = idleRun
let actWaiting = () => {}
let typedAhead: string | null = null
let later: ReturnType<typeof setTimeout> | undefined
const { subscribe, notify } = createListeners()

const pendingKeys = () => (run.state === 'begun' ? run.keys : '')

/** The keys of an unfinished sequence (`m` of `m a`), else ''. */
export const usePendingKeys = (): string => useSyncExternalStore(subscribe, pendingKeys)

const always = () => true

/**
 * Registers handlers while the component is mounted; an undefined handler disables its key, and so does `isActive`, asked
 * at each key.
 */
export function useShortcuts(handlers: KeyHandlers, isActive: () => boolean = always): void {
  const latest = useRef({ handlers, isActive })
  useLayoutEffect(() => {
    latest.current = { handlers, isActive }
  })
  useLayoutEffect(() => {
    registered = [...registered, latest]
    return () => {
      registered = registered.filter((entry) => entry !== latest)
    }
  }, [])
}

interface ActiveKey {
  waits: boolean
  /** Its page or part; another one may have the same key. */
  owner: object
  handle: () => void
}

const activeKeys = (): Map<string, ActiveKey> =>
  new Map(
    registered.flatMap((owner) =>
      owner.current.isActive()
        ? Object.entries(owner.current.handlers).flatMap(([action, handle]): [string, ActiveKey][] =>
            handle ? [[currentKeys(action), { waits: isChanging(action), owner, handle }]] : [],
          )
        : [],
    ),
  )

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox], [type=radio], [type=file]), textarea, select, [contenteditable], [role=menu], [role=listbox]',
  ) !== null

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog]') !== null

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

function setRun(next: KeyRun) {
  clearTimeout(later)
  run = next
  notify()
}

const endRun = () => setRun(idleRun)

/** Adds a key to the run; calls `onDropped` if a change is dropped. */
function addToRun(key: string, onDropped: () => void) {
  const active = activeKeys()
  const meaningOf = (keys: string): KeyMeaning => {
    const found = active.get(keys)
    if (found) return found.waits ? 'waits' : 'acts'
    return [...active.keys()].some((other) => other.startsWith(`${keys} `)) ? 'begins' : 'nothing'
  }
  const before = run
  const { run: next, acts } = addKey(before, key, performance.now(), meaningOf)
  if (before.state === 'waiting') {
    if (acts.shift() === undefined) onDropped()
    else actWaiting()
  }
  setRun(next)
  for (const keys of acts) active.get(keys)?.handle()
  const waiting = active.get(next.keys)
  if (next.state === 'begun') later = setTimeout(endRun, sequenceMs)
  if (next.state === 'waiting' && waiting) {
    const address = location.href
    actWaiting = () => actLater(next.keys, waiting, address)
    later = setTimeout(() => actWaiting(), changeWaitMs)
  }
}

/** Acts on what was there at the key; not if a dialog, another page or another part of it has come meanwhile. */
function actLater(keys: string, { owner, handle }: ActiveKey, address: string) {
  endRun()
  const isThere = activeKeys().get(keys)?.owner === owner && location.href === address
  if (isThere && !isDialogOpen()) handle()
}

const isRunGoing = () =>
  run.state === 'waiting' || (run.state === 'dropped' && performance.now() - run.at < runRestMs)

function handleKey(event: KeyboardEvent, onDropped: () => void) {
  if (typedAhead !== null && !isInDialog(event.target)) return keepTyped(event, typedAhead)
  const key = readKey(event)
  if (key === null || event.repeat) return
  const take = () => (event.preventDefault(), event.stopPropagation())
  const isPress = key === ' ' || key === 'Enter'
  // In a run, Enter and Space would press what has the focus.
  if (isPress ? isRunGoing() : isTextKey(key)) {
    if (!areKeysOn() || isTyping(event.target) || isDialogOpen()) return
    take()
    addToRun(key, onDropped)
    return
  }
  if (run.state === 'begun') endRun()
  const active = activeKeys().get(key)
  if (!active) return
  take()
  active.handle()
}

/**
 * Call once; `onDropped` says that words were typed without a field. Captures, so that the focused control does not
 * handle the second key of a sequence.
 */
export function useKeyListener(onDropped: () => void): void {
  const tellDropped = useLatestCallback(onDropped)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event, tellDropped)
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [tellDropped])
}
