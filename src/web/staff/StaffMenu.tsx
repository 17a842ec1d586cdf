import { staffPaths } from '#contract/rules/staff-addresses.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { UserMenu } from '#web/ui/UserMenu.tsx'
import { ColorSchemeMenuItems } from './ColorSchemeMenuItems.tsx'
import { userMenu } from './staff-menu.ts'

const logout = { label: 'Logout', icon: 'out', href: staffPaths.logout } as const

/** The greeting with its dropdown (spec §2, Top bar). */
export function StaffMenu() {
  const me = useCurrentMember()
  const items = userMenu
    .filter(({ permission }) => me.can(permission))
    .map(({ label, path: href, symbol: { icon } }) => ({ label, href, icon }))
  return (
    <UserMenu greeting={`Welcome ${me.name}`} items={[...items, logout]}>
      <ColorSchemeMenuItems />
    </UserMenu>
  )
}
