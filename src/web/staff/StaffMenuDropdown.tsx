import { staffPaths } from '#contract/rules/staff-addresses.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import type { Dropdown } from '#web/ui/LazyDropdown.tsx'
import { UserMenu } from '#web/ui/UserMenu.tsx'
import { ColorSchemeMenuItems } from './ColorSchemeMenuItems.tsx'
import { userMenu } from './staff-menu.ts'

const logout = { label: 'Logout', icon: 'out', href: staffPaths.logout } as const

/** What the greeting opens: the colour scheme, pages of one's own, Logout (spec §2, Top bar). */
export function StaffMenuDropdown({ dropdown }: { dropdown: Dropdown }) {
  const me = useCurrentMember()
  const items = userMenu
    .filter(({ permission }) => me.can(permission))
    .map(({ label, path: href, symbol: { icon } }) => ({ label, href, icon }))
  return (
    <UserMenu dropdown={dropdown} items={[...items, logout]}>
      <ColorSchemeMenuItems />
    </UserMenu>
  )
}
