import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import css from './notices.module.css'

interface NoticeProps {
  icon: IconName
  /** One or two sentences, with a link to what can be done. */
  children: ReactNode
}

/** A strip above the page that stays as long as what it says is so. */
export function Notice({ icon, children }: NoticeProps) {
  return (
    <output className={`row gap-8 rigid warning small tight ${css.notice}`}>
      <Icon name={icon} />
      <span>{children}</span>
    </output>
  )
}
