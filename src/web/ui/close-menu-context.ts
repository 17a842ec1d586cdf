import { createContext } from 'react'

/** Closes the sidebar's drawer on a narrow screen; no-op on a wide one. */
export const CloseMenuContext = createContext<() => void>(() => {})
