import { Link } from 'wouter'
import { estDateTime } from '#contract/rules/dates.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from '#web/ui/notices.module.css'
import { useAuth } from './auth.ts'

/** Shown while the member signs in with the printed password (product §10). */
export function FirstPasswordNotice() {
  const { passwordExpiresAt } = useAuth()
  if (passwordExpiresAt === undefined) return null
  return (
    <output className={`row gap-8 rigid warning small tight ${css.notice}`}>
      <Icon name="key" />
      <span>
        Your password is the one that was printed, and is good until {estDateTime(passwordExpiresAt)} EST.{' '}
        <Link href={staffScreens.changePassword.path}>Choose one of your own</Link>
      </span>
    </output>
  )
}
