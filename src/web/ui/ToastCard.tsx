import { Button } from '@mantine/core'
import type { CSSProperties } from 'react'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import css from './ToastCard.module.css'

interface ToastCardProps {
  tone: 'good' | 'bad'
  title: string
  text?: string | undefined
  /** How long it stays, ms; null where it stays until it is closed. */
  lifeMs: number | null
  onUndo?: (() => void) | undefined
  onClose: () => void
}

/** The content of a toast; `showToast` displays it. */
export function ToastCard({ tone, title, text, lifeMs, onUndo, onClose }: ToastCardProps) {
  return (
    <div className={css.toast}>
      <Icon name={tone === 'good' ? 'ok' : 'alert'} size={18} className={css.icon} />
      <div className={css.words}>
        <strong className={css.title}>{title}</strong>
        {text && <p className={css.text}>{text}</p>}
      </div>
      {onUndo && (
        <Button size="xs" onClick={onUndo}>
          Undo
        </Button>
      )}
      <IconButton icon="close" label="Close" onClick={onClose} />
      {lifeMs !== null && (
        <span className={css.line} style={{ '--toast-life': `${lifeMs}ms` } as CSSProperties} />
      )}
    </div>
  )
}
