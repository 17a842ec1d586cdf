import { Link } from 'wouter'
import { useTitles } from '#web/sites/use-titles.ts'
import { SignInFrame } from '#web/ui/SignInFrame.tsx'
import css from './OutsidePage.module.css'

/** An address outside /admin whose page does not exist yet, such as that of a forgotten password. */
export function OutsidePage() {
  const { name, tagline } = useTitles()
  return (
    <SignInFrame title={name} subtitle={tagline}>
      <p className={css.text}>This page isn’t available yet.</p>
      <p className={css.text}>
        <Link href="/">Back to Sign In</Link>
      </p>
    </SignInFrame>
  )
}
