import { createContext } from 'react'

/** Closes the drawer that holds the sidebar on a narrow screen; does nothing on a wide one. */
export const CloseMenuContext = createContext<() => void>(() => {})
