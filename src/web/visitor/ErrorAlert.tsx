import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './page.module.css'

export const ErrorAlert = ({ children }: { children: ReactNode }) => (
  <p className={css.alert} role="alert">
    <Icon name="alert" size={20} />
    <span>{children}</span>
  </p>
)
