import { Button } from '@mantine/core'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import css from './ToastCard.module.css'

interface ToastCardProps {
  tone: 'good' | 'bad'
  title: string
  text?: string | undefined
  persistent: boolean
  onUndo?: (() => void) | undefined
  onClose: () => void
}

/** The content of a toast; `showToast` displays it. */
export function ToastCard({ tone, title, text, persistent, onUndo, onClose }: ToastCardProps) {
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
      {!persistent && <span className={css.line} />}
    </div>
  )
}
