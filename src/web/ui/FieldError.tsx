import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './FieldError.module.css'

interface FieldErrorProps {
  id: string
  children: ReactNode
}

/** The message under a field that is not one of Mantine's inputs (those bring their own, in the same look). */
export function FieldError({ id, children }: FieldErrorProps) {
  return (
    <p className={css.error} id={id}>
      <Icon name="alert" size={14} />
      {children}
    </p>
  )
}
