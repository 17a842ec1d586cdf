import type { IconName } from './Icon.tsx'
import type { StatusAppearance } from './StatusLabel.tsx'

/** What stands before the label of a link. */
export type MenuSymbol = { icon: IconName } | { status: StatusAppearance }

/** A link of the sidebar. */
export type SideLink = {
  href: string
  label: string
  isCurrent?: boolean
  /** Absent: the link has no count; `undefined`: it is still loading. */
  count?: number | undefined
  /** There are more than `count` says. */
  hasMore?: boolean
  /** The count is red, unless it is 0. */
  isUrgent?: boolean
  /** The keys that lead there, as `g n`. */
  keys?: string | undefined
} & MenuSymbol

export interface SideGroup {
  links: readonly SideLink[]
  /** How many links are expected, while they load. */
  placeholders?: number
  /** Folded, its links without a count wait in a menu of this name. */
  foldsInto?: string
}
