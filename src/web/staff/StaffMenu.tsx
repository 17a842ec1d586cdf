import { useMe } from '#web/session/auth.ts'
import { WhoMenu } from '#web/ui/WhoMenu.tsx'
import { SchemeSwitch } from './SchemeSwitch.tsx'
import { outboxEntry } from './staff-menu.ts'

/** The greeting with its dropdown (spec §2, Top bar). */
export function StaffMenu() {
  const me = useMe()
  const outbox = { label: outboxEntry.label, icon: 'mail', href: outboxEntry.path } as const
  const logout = { label: 'Logout', icon: 'out', href: '/logout' } as const
  return (
    <WhoMenu
      greeting={`Welcome ${me.name}`}
      items={me.may(outboxEntry.permission) ? [outbox, logout] : [logout]}
    >
      <SchemeSwitch />
    </WhoMenu>
  )
}
