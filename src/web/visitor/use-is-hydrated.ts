import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False on the server and during hydration: what only the device knows is rendered afterwards. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
