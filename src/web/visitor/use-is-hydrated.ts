import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False on the server and during hydration: device-dependent content is rendered afterwards. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
