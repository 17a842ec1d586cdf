import { createContext } from 'react'

interface SidebarFold {
  isFolded: boolean
  toggle: () => void
}

/** Null if the sidebar cannot be folded, as in the drawer. */
export const SidebarFoldContext = createContext<SidebarFold | null>(null)
