import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/** The session that must enrol a second factor before anything else (product §5). */
let enrollingSession: string | undefined
const { subscribe, notify } = createListeners()

export function setEnrollingSession(sessionId: string | undefined): void {
  if (sessionId === enrollingSession) return
  enrollingSession = sessionId
  notify()
}

export const useEnrollingSession = (): string | undefined =>
  useSyncExternalStore(subscribe, () => enrollingSession)
