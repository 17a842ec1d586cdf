import { notifications } from '@mantine/notifications'
import { Button } from '@mantine/core'
import { type IconName, Icon } from './Icon.tsx'
import css from './toasts.module.css'
import bar from './fields.module.css'

interface ProgressToast {
  /** `value` 0 to 1; `undefined` if unknown. */
  update(text: string, value: number | undefined): void
  hide(): void
}

/** Shows a long task until hidden. Updates are not announced to screen readers. */
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
    'data-tone': 'task',
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

interface ProgressToastCardProps {
  title: string
  text: string
  /** 0 to 1; `undefined` if unknown. */
  value: number | undefined
  /** Absent if the task cannot be cancelled. */
  onCancel?: (() => void) | undefined
  icon: IconName
}

const ProgressToastCard = ({ title, text, value, onCancel, icon }: ProgressToastCardProps) => (
  <div className={`flex gap-10 small tight ${css.toast}`}>
    <Icon name={icon} size={18} className={`rigid ${css.icon}`} />
    <div className="grow break-words">
      <strong className={`medium ${css.title}`}>{title}</strong>
      <p className={css.text}>{text}</p>
      <progress className={bar.bar} aria-label={title} value={value} />
    </div>
    {onCancel && (
      <Button size="xs" onClick={onCancel}>
        Cancel
      </Button>
    )}
  </div>
)
