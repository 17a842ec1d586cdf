import { notifications } from '@mantine/notifications'
import { ProgressToastCard } from './ProgressToastCard.tsx'
import type { IconName } from './Icon.tsx'
import css from './notices.module.css'

export interface ProgressToast {
  /** `value` 0 to 1; `undefined` while it is unknown. */
  update(text: string, value: number | undefined): void
  hide(): void
}

/** Shows in the toasts' corner what takes long, until it is hidden. Its changes are not announced. */
export function showProgressToast({
  title,
  icon,
  onCancel,
}: {
  title: string
  icon: IconName
  onCancel?: () => void
}): ProgressToast {
  const id = crypto.randomUUID()
  const content = (text: string, value: number | undefined) => ({
    id,
    message: null,
    role: 'region',
    'aria-label': title,
    autoClose: false as const,
    className: css.task,
    renderNotification: () => (
      <ProgressToastCard title={title} text={text} value={value} icon={icon} onCancel={onCancel} />
    ),
  })
  notifications.show(content('', undefined))
  return {
    update: (text, value) => notifications.update(content(text, value)),
    hide: () => notifications.hide(id),
  }
}
