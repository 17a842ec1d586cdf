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
    <main className={css.gate}>
      <SignInBackground />
      <div className={css.card}>
        <span className={css.seal}>
          <RoundLogoMark />
        </span>
        <h1 className={css.title}>{title}</h1>
        <p className={css.subtitle}>{subtitle}</p>
        {children}
      </div>
    </main>
  )
}

/** A line with one thing at each side: remember me, and the way to a forgotten password. */
export function SignInRow({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>
}
