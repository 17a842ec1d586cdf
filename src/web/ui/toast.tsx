import { notifications } from '@mantine/notifications'
import { createChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import { ToastCard, type ToastAction, type ToastLink, type ToastTone } from './ToastCard.tsx'
import css from './notices.module.css'

export interface ToastOptions {
  tone: ToastTone
  title: string
  text?: string | undefined
  /** Below the text; the toast closes when it is followed. */
  link?: ToastLink | undefined
  /** A button beside Undo. */
  action?: ToastAction | undefined
  /** Shows an Undo button; the toast closes when it is pressed. */
  onUndo?: (() => void) | undefined
  /** Stays until it is closed, as on the visitor and report screens (spec §9). */
  persistent?: boolean
  /** How long it stays, ms. */
  durationMs?: number
}

/** Where they appear: loaded after the first view, or for the first of them. */
export const toastsChunk = createChunk(() => import('./Toasts.tsx'))
afterFirstView(toastsChunk.preload)

/** ms; spec §9. */
const TOAST_DURATION = 5000

/** Shows a toast at the top right and returns its id. It is announced, never takes the focus, and stays while hovered or focused. */
export function showToast({
  tone,
  title,
  text,
  link,
  action,
  onUndo,
  persistent = false,
  durationMs = TOAST_DURATION,
}: ToastOptions): string {
  toastsChunk.preload()
  const id = crypto.randomUUID()
  const close = () => notifications.hide(id)
  const setAutoClose = (autoClose: number | false) => notifications.update({ id, message: null, autoClose })
  const undoAndClose = onUndo && (() => (close(), onUndo()))

  return notifications.show({
    id,
    message: null,
    role: tone === 'bad' ? 'alert' : 'status',
    autoClose: persistent ? false : durationMs,
    className: css[tone],
    onFocusCapture: () => setAutoClose(false),
    onBlurCapture: () => setAutoClose(persistent ? false : durationMs),
    renderNotification: () => (
      <ToastCard
        tone={tone}
        title={title}
        text={text}
        link={link}
        action={action}
        lifeMs={persistent ? null : durationMs}
        onUndo={undoAndClose}
        onClose={close}
      />
    ),
  })
}
