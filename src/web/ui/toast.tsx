import { notifications } from '@mantine/notifications'
import { createChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import type { ToastCardProps } from './Toasts.tsx'
import type { ShownToast } from './toasts-to-hide.ts'

export interface ToastOptions extends Omit<ToastCardProps, 'lifeMs' | 'onClose'> {
  /** Stays until closed, as on the visitor and report screens (spec §9). */
  persistent?: boolean
  /** Replaces an earlier toast of the same topic. */
  topic?: string | undefined
}

/** Loaded after the first view, or for the first toast. */
export const toastsChunk = createChunk(() => import('./Toasts.tsx'))
afterFirstView(toastsChunk.preload)

/** ms; spec §9. */
const TOAST_DURATION = 5000

/** The oldest first. */
let shown: readonly (ShownToast & { id: string })[] = []

/** Shows a toast and returns its id. It is announced, never takes the focus, and stays while hovered or focused. */
export function showToast({ topic, persistent = false, ...toast }: ToastOptions): string {
  toastsChunk.preload()
  const { tone } = toast
  const id = crypto.randomUUID()
  const next = { ...toast, topic, persistent, id }
  // None is shown before the chunk is loaded.
  toastsChunk.loaded()?.makeRoom(shown, next)
  shown = [...shown, next]
  const setAutoClose = (autoClose: number | false) => notifications.update({ id, message: null, autoClose })

  return notifications.show({
    id,
    message: null,
    role: tone === 'bad' ? 'alert' : 'status',
    autoClose: persistent ? false : TOAST_DURATION,
    'data-tone': tone,
    onClose: () => (shown = shown.filter((it) => it.id !== id)),
    onFocusCapture: () => setAutoClose(false),
    onBlurCapture: () => setAutoClose(persistent ? false : TOAST_DURATION),
    renderNotification: () => {
      const ToastCard = toastsChunk.loaded()?.ToastCard
      return (
        ToastCard && (
          <ToastCard
            {...toast}
            lifeMs={persistent ? null : TOAST_DURATION}
            onClose={() => notifications.hide(id)}
          />
        )
      )
    },
  })
}
