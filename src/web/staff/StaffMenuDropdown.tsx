import { useCurrentMember } from '#web/session/auth.ts'
import type { Dropdown } from '#web/ui/LazyDropdown.tsx'
import { UserMenu } from '#web/ui/UserMenu.tsx'
import { ColorSchemeMenuItems } from './ColorSchemeMenuItems.tsx'
import { menuLinks } from './screens.tsx'

/** What the greeting opens: the colour scheme, pages of one's own, Logout (spec §2, Top bar). */
export function StaffMenuDropdown({ dropdown }: { dropdown: Dropdown }) {
  const me = useCurrentMember()
  const items = menuLinks
    .filter(({ menu, permission }) => (menu === 'user' || menu === 'end') && me.can(permission))
    .flatMap(({ label, path: href, symbol }) =>
      'icon' in symbol ? [{ label, href, icon: symbol.icon }] : [],
    )
  return (
    <UserMenu dropdown={dropdown} items={items}>
      <ColorSchemeMenuItems />
    </UserMenu>
  )
}
