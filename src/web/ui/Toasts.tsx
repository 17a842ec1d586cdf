import { notifications, Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import type { KeyAction } from '#web/lib/key-table.ts'
import css from './toasts.module.css'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { KeyButton } from './KeyButton.tsx'
import { toastsToHide, type ShownToast, type ToastContent } from './toasts-to-hide.ts'

export const Toasts = () => (
  <Notifications position="top-right" transitionDuration={0} className={css.corner} />
)

export function makeRoom(present: readonly (ShownToast & { id: string })[], next: ShownToast): void {
  for (const { id } of toastsToHide(present, next)) notifications.hide(id)
}

export interface ToastCardProps extends ToastContent {
  /** ms until it closes; null for a persistent toast. */
  lifeMs: number | null
  action?: { label: string; shortcut: KeyAction; onClick: () => void } | undefined
  /** Shows Undo; pressing it closes the toast. */
  onUndo?: (() => void) | undefined
  onClose: () => void
}

export function ToastCard({ tone, title, text, lifeMs, link, action, onUndo, onClose }: ToastCardProps) {
  return (
    <div className={`small tight ${css.toast} ${css.message}`}>
      <Icon name={tone === 'good' ? 'ok' : 'alert'} size={18} className={`rigid ${css.icon}`} />
      <strong className={`medium break-words ${css.title}`}>{title}</strong>
      {text && (
        <p className={`break-words ${css.wide} ${tone === 'warn' ? css.warning : css.text}`}>{text}</p>
      )}
      {link && (
        <Link href={link.href} className={`${css.link} ${css.wide}`} onClick={onClose}>
          {link.label}
        </Link>
      )}
      <span className={`flex gap-6 ${css.acts}`}>
        {onUndo && (
          <KeyButton
            size="xs"
            action="undo"
            onClick={() => {
              onClose()
              onUndo()
            }}
          >
            Undo
          </KeyButton>
        )}
        {action && (
          <KeyButton
            size="xs"
            action={action.shortcut}
            onClick={() => {
              onClose()
              action.onClick()
            }}
          >
            {action.label}
          </KeyButton>
        )}
        <IconButton icon="close" label="Close" onClick={onClose} />
      </span>
      {lifeMs !== null && (
        <span className={css.line} style={{ '--toast-life': `${lifeMs}ms` } as CSSProperties} />
      )}
    </div>
  )
}
