import { Button } from '@mantine/core'
import { Icon, type IconName } from './Icon.tsx'
import css from './notices.module.css'
import bar from './fields.module.css'

interface ProgressToastCardProps {
  title: string
  /** How far it is, in words. */
  text: string
  /** 0 to 1; `undefined` when the progress is unknown. */
  value: number | undefined
  /** Absent where it cannot be cancelled. */
  onCancel?: (() => void) | undefined
  icon: IconName
}

/** The content of a toast that shows progress; `showProgressToast` displays it. */
export const ProgressToastCard = ({ title, text, value, onCancel, icon }: ProgressToastCardProps) => (
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
