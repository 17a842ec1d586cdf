import { Link } from 'wouter'
import { fromList } from '#web/lib/back-target.ts'
import css from './controls.module.css'

interface ViewLinkProps {
  href: string
  label: string
  /** Grey for an assigned order (spec §2). */
  isAssigned?: boolean
}

export function ViewLink({ href, label, isAssigned = false }: ViewLinkProps) {
  return (
    <Link
      href={href}
      state={fromList}
      className={isAssigned ? css.taken : `medium ${css.view}`}
      aria-label={label}
    >
      View
    </Link>
  )
}
