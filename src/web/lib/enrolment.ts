import { useSyncExternalStore } from 'react'

/** The session that must enrol a second factor before anything else (product §5). */
let enrollingSession: string | undefined
const listeners = new Set<() => void>()

export function setEnrollingSession(sessionId: string | undefined): void {
  if (sessionId === enrollingSession) return
  enrollingSession = sessionId
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useEnrollingSession = (): string | undefined =>
  useSyncExternalStore(subscribe, () => enrollingSession)
