import { Button } from '@mantine/core'
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { Kbd } from './Kbd.tsx'
import css from './notices.module.css'

/** `warn`: it is done, and something speaks against it. */
export type ToastTone = 'good' | 'warn' | 'bad'

export interface ToastLink {
  label: string
  href: string
}

/** What one does next; the toast closes with it. */
export interface ToastAction {
  label: string
  /** The key that does the same. */
  kbd: string
  onClick: () => void
}

interface ToastCardProps {
  tone: ToastTone
  title: string
  text?: string | undefined
  /** How long it stays, ms; null where it stays until it is closed. */
  lifeMs: number | null
  link?: ToastLink | undefined
  action?: ToastAction | undefined
  onUndo?: (() => void) | undefined
  onClose: () => void
}

/** The content of a toast; `showToast` displays it. */
export function ToastCard({ tone, title, text, lifeMs, link, action, onUndo, onClose }: ToastCardProps) {
  return (
    <div className={`flex gap-10 small tight ${css.toast}`}>
      <Icon name={tone === 'good' ? 'ok' : 'alert'} size={18} className={`rigid ${css.icon}`} />
      <div className="grow break-words">
        <strong className={`medium ${css.title}`}>{title}</strong>
        {text && <p className={tone === 'warn' ? css.warning : css.text}>{text}</p>}
        {link && (
          <Link href={link.href} className={css.link} onClick={onClose}>
            {link.label}
          </Link>
        )}
      </div>
      {onUndo && (
        <Button size="xs" aria-keyshortcuts="z" onClick={onUndo}>
          Undo <Kbd>z</Kbd>
        </Button>
      )}
      {action && (
        <Button
          size="xs"
          aria-keyshortcuts={action.kbd}
          onClick={() => {
            onClose()
            action.onClick()
          }}
        >
          {action.label} <Kbd>{action.kbd}</Kbd>
        </Button>
      )}
      <IconButton icon="close" label="Close" onClick={onClose} />
      {lifeMs !== null && (
        <span className={css.line} style={{ '--toast-life': `${lifeMs}ms` } as CSSProperties} />
      )}
    </div>
  )
}
