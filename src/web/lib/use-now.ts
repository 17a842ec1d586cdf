import { useSyncExternalStore } from 'react'

const minuteMs = 60_000
/** ms; components that mount together share one time. */
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

/** The current time, updated each minute and shared by all components. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now)
