import type { ReactNode } from 'react'
import { RoundLogoMark } from './Logo.tsx'
import { SignInBackground } from './SignInBackground.tsx'
import css from './SignInLayout.module.css'

interface SignInLayoutProps {
  title: string
  subtitle: string
  /** The form. */
  children: ReactNode
}

/** The card of the sign-in pages before its scene. */
export function SignInLayout({ title, subtitle, children }: SignInLayoutProps) {
  return (
    <main className={`stack centered ${css.gate}`}>
      <SignInBackground />
      <div className={css.card}>
        <span className={`stack centered ${css.seal}`}>
          <RoundLogoMark />
        </span>
        <h1 className={`strong ${css.title}`}>{title}</h1>
        <p className={`muted ${css.subtitle}`}>{subtitle}</p>
        {children}
      </div>
    </main>
  )
}

/** A line with one thing at each side: remember me, and the way to a forgotten password. */
export function SignInRow({ children }: { children: ReactNode }) {
  return <div className={`row wrap spread gap-10 small ${css.row}`}>{children}</div>
}
