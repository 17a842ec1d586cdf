import type { ReactNode } from 'react'
import { LogoSeal } from './Logo.tsx'
import { SignInScene } from './SignInScene.tsx'
import css from './SignInFrame.module.css'

interface SignInFrameProps {
  title: string
  subtitle: string
  /** The form. */
  children: ReactNode
}

/** The card of the sign-in pages before its scene. */
export function SignInFrame({ title, subtitle, children }: SignInFrameProps) {
  return (
    <main className={css.gate}>
      <SignInScene />
      <div className={css.card}>
        <span className={css.seal}>
          <LogoSeal />
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
