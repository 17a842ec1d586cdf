import { Link } from 'wouter'
import type { ReactNode } from 'react'
import { estDateTime } from '#contract/rules/dates.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import css from '#web/ui/notices.module.css'
import { useAuth } from './auth.ts'

/** Shown while the member signs in with the printed password (product §10). */
export function FirstPasswordNotice() {
  const { passwordExpiresAt } = useAuth()
  if (passwordExpiresAt === undefined) return null
  return (
    <Notice icon="key">
      Your password is the one that was printed, and is good until {estDateTime(passwordExpiresAt)} EST.{' '}
      <Link href={staffScreens.changePassword.path}>Choose one of your own</Link>
    </Notice>
  )
}

interface NoticeProps {
  icon: IconName
  children: ReactNode
}

function Notice({ icon, children }: NoticeProps) {
  return (
    <output className={`row gap-8 rigid warning small tight ${css.notice}`}>
      <Icon name={icon} />
      <span>{children}</span>
    </output>
  )
}
