import { createContext } from 'react'

interface SidebarFold {
  isFolded: boolean
  toggle: () => void
}

/** How the sidebar stands; null where it cannot be folded, as in the drawer of a narrow screen. */
export const SidebarFoldContext = createContext<SidebarFold | null>(null)
