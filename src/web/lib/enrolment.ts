import { useSyncExternalStore } from 'react'

/** The token of a member who has to set up a second factor before anything else (product §5). */
let enrollingToken: string | undefined
const listeners = new Set<() => void>()

export function setEnrollingToken(token: string | undefined): void {
  if (token === enrollingToken) return
  enrollingToken = token
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useEnrollingToken = (): string | undefined =>
  useSyncExternalStore(subscribe, () => enrollingToken)
