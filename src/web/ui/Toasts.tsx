import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import css from './notices.module.css'

export const Toasts = () => (
  <Notifications position="top-right" transitionDuration={0} className={css.corner} />
)
