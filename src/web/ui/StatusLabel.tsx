import type { ReactNode } from 'react'
import css from './labels.module.css'

const ring = <circle cx="6" cy="6" r="4.3" fill="none" stroke="currentColor" strokeWidth="1.8" />

/** On a 12 by 12 grid. All shapes differ, so that colour is not needed to tell them apart. */
const statusIcons = {
  new: ring,
  awaiting: (
    <>
      {ring}
      <path fill="currentColor" d="M6 1.7a4.3 4.3 0 0 1 0 8.6z" />
    </>
  ),
  govt: (
    <>
      <rect
        x="1.6"
        y="1.6"
        width="8.8"
        height="8.8"
        rx="2"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
      />
      <path fill="currentColor" d="M6 1.6h3v8.8H6z" />
    </>
  ),
  contact: (
    <>
      {ring}
      <circle cx="6" cy="6" r="1.7" fill="currentColor" />
    </>
  ),
  called: <circle cx="6" cy="6" r="5.2" fill="currentColor" />,
  completed: (
    <>
      <circle cx="6" cy="6" r="5.4" fill="currentColor" />
      <path
        d="m3.6 6.2 1.7 1.7 3.1-3.6"
        fill="none"
        stroke="var(--surface)"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  refunds: (
    <>
      <circle cx="6" cy="6" r="5.4" fill="currentColor" />
      <path
        d="M8.8 6H3.6m2-2-2 2 2 2"
        fill="none"
        stroke="var(--surface)"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  chargeback: <path fill="currentColor" d="M6 .4 11.6 6 6 11.6.4 6z" />,
  deleted: (
    <>
      <circle cx="6" cy="6" r="4.3" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="m3 9 6-6" stroke="currentColor" strokeWidth="1.6" />
    </>
  ),
} as const

export type StatusAppearance = keyof typeof statusIcons

interface StatusIconProps {
  appearance: StatusAppearance
  className?: string | undefined
}

/** For a link or a button with the status as its text. */
export function StatusIcon({ appearance, className }: StatusIconProps) {
  return (
    <svg
      className={[`rigid ${css.glyph}`, css[appearance], className].filter(Boolean).join(' ')}
      width={12}
      height={12}
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      {statusIcons[appearance]}
    </svg>
  )
}

interface StatusLabelProps {
  appearance: StatusAppearance
  children: ReactNode
  variant?: 'word' | 'pill'
}

/**
 * Mark and word in tables, a pill in an order's title. A changed status is another element: a browser's translator has
 * taken the text of this one from React.
 */
export function StatusLabel({ appearance, children, variant = 'word' }: StatusLabelProps) {
  return (
    <span key={appearance} className={[css[variant], css[appearance]].join(' ')}>
      <StatusIcon appearance={appearance} />
      {children}
    </span>
  )
}
