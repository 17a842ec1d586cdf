import { Link } from 'wouter'
import { estDateTime } from '#contract/rules/dates.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { useAuth } from './auth.ts'

/** As long as one signs in with the password that the server made and printed (product §10). */
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
