import type { IconName } from './Icon.tsx'
import type { StatusAppearance } from './StatusLabel.tsx'

export type MenuSymbol = { icon: IconName } | { status: StatusAppearance }

export type SideLink = {
  href: string
  label: string
  isCurrent?: boolean
  /** Absent without a count; `undefined` while loading. */
  count?: number | undefined
  /** The count stopped at its limit. */
  hasMore?: boolean
  /** Red, unless 0. */
  isUrgent?: boolean
  keys?: string | undefined
} & MenuSymbol

export interface SideGroup {
  links: readonly SideLink[]
  /** Number of links expected while loading. */
  placeholders?: number
  /** In a folded sidebar, links without counts move into a menu of this name. */
  foldsInto?: string
}
