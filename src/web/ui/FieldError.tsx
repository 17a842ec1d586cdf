import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './fields.module.css'

interface FieldErrorProps {
  id: string
  children: ReactNode
}

/** For fields other than Mantine inputs, which have their own errors in the same style. */
export function FieldError({ id, children }: FieldErrorProps) {
  return (
    <p className={`row danger small tight ${css.error}`} id={id}>
      <Icon name="alert" size={14} />
      {children}
    </p>
  )
}
