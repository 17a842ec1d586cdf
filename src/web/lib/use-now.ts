import { useSyncExternalStore } from 'react'

const minuteMs = 60_000
/** What many read as the page is drawn is one time. */
const freshMs = 1000

let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick() {
  now = new Date()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(tick, minuteMs)
  if (Date.now() - now.getTime() > freshMs) tick()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The present, each minute anew, and the same for all who look. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now)
