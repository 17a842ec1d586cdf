import { useMe } from '#web/session/auth.ts'
import { WhoMenu } from '#web/ui/WhoMenu.tsx'
import { SchemeSwitch } from './SchemeSwitch.tsx'
import { whoMenu } from './staff-menu.ts'

const logout = { label: 'Logout', icon: 'out', href: '/logout' } as const

/** The greeting with its dropdown (spec §2, Top bar). */
export function StaffMenu() {
  const me = useMe()
  const items = whoMenu
    .filter(({ permission }) => me.may(permission))
    .map(({ label, path: href, sign: { icon } }) => ({ label, href, icon }))
  return (
    <WhoMenu greeting={`Welcome ${me.name}`} items={[...items, logout]}>
      <SchemeSwitch />
    </WhoMenu>
  )
}
