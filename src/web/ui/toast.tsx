import { notifications } from '@mantine/notifications'
import { ToastCard } from './ToastCard.tsx'
import css from './ToastCard.module.css'

export interface ToastOptions {
  tone: 'good' | 'bad'
  title: string
  text?: string | undefined
  /** Shows an Undo button; the toast closes when it is pressed. */
  undo?: (() => void) | undefined
  /** Stays until it is closed, as on the visitor and report screens (spec §9). */
  stay?: boolean
}

/** ms; spec §9. The line under a toast runs as long: `--toast-life`. */
const TOAST_LIFE = 5000

/** Shows a toast at the top right and returns its id. It is announced and never takes the focus; pointer and focus keep it. */
export function showToast({ tone, title, text, undo, stay = false }: ToastOptions): string {
  const id = crypto.randomUUID()
  const close = () => notifications.hide(id)
  const live = (autoClose: number | false) => notifications.update({ id, message: null, autoClose })
  const undoAndClose = undo && (() => (close(), undo()))

  return notifications.show({
    id,
    message: null,
    role: tone === 'good' ? 'status' : 'alert',
    autoClose: stay ? false : TOAST_LIFE,
    className: css[tone],
    onFocusCapture: () => live(false),
    onBlurCapture: () => live(stay ? false : TOAST_LIFE),
    renderNotification: () => (
      <ToastCard tone={tone} title={title} text={text} stay={stay} onUndo={undoAndClose} onClose={close} />
    ),
  })
}
