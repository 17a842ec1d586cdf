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

/** ms; spec §9. */
const TOAST_LIFE = 5000

/** Shows a toast at the top right and returns its id. It is announced and never takes the focus. */
export function showToast({ tone, title, text, undo, stay = false }: ToastOptions): string {
  const id = crypto.randomUUID()
  notifications.show({
    id,
    message: null,
    autoClose: stay ? false : TOAST_LIFE,
    withAutoCloseProgress: !stay,
    className: css[tone],
    renderNotification: () => (
      <ToastCard
        tone={tone}
        title={title}
        text={text}
        onUndo={
          undo &&
          (() => {
            notifications.hide(id)
            undo()
          })
        }
        onClose={() => notifications.hide(id)}
      />
    ),
  })
  return id
}

/** Closes one toast. */
export const hideToast = (id: string) => {
  notifications.hide(id)
}
