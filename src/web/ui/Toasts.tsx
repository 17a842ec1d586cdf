import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import css from './toasts.module.css'

/** What a shown toast needs comes in this chunk. */
export { ToastCard } from './ToastCard.tsx'
export { toastsToHide } from './toasts-to-hide.ts'

export const Toasts = () => (
  <Notifications position="top-right" transitionDuration={0} className={css.corner} />
)
