import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './fields.module.css'

interface FieldErrorProps {
  id: string
  children: ReactNode
}

/** The error message under a field that is not a Mantine input (those have their own, styled alike). */
export function FieldError({ id, children }: FieldErrorProps) {
  return (
    <p className={`row danger small tight ${css.error}`} id={id}>
      <Icon name="alert" size={14} />
      {children}
    </p>
  )
}
