import { notifications } from '@mantine/notifications'
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import type { KeyAction } from '#web/lib/key-table.ts'
import { createChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import css from './notices.module.css'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { KeyButton } from './KeyButton.tsx'

export interface ToastOptions {
  tone: ToastTone
  title: string
  text?: string | undefined
  /** Below the text; following it closes the toast. */
  link?: ToastLink | undefined
  action?: ToastAction | undefined
  /** Shows Undo; pressing it closes the toast. */
  onUndo?: (() => void) | undefined
  /** Stays until closed, as on the visitor and report screens (spec §9). */
  persistent?: boolean
  /** ms until it closes. */
  durationMs?: number
}

/** Loaded after the first view, or for the first toast. */
export const toastsChunk = createChunk(() => import('./Toasts.tsx'))
afterFirstView(toastsChunk.preload)

/** ms; spec §9. */
const TOAST_DURATION = 5000

/** Shows a toast and returns its id. It is announced, never takes the focus, and stays while hovered or focused. */
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

/** `warn`: done, with a reservation. */
type ToastTone = 'good' | 'warn' | 'bad'

interface ToastLink {
  label: string
  href: string
}

interface ToastAction {
  label: string
  shortcut: KeyAction
  onClick: () => void
}

interface ToastCardProps {
  tone: ToastTone
  title: string
  text?: string | undefined
  /** ms until it closes; null for a persistent toast. */
  lifeMs: number | null
  link?: ToastLink | undefined
  action?: ToastAction | undefined
  onUndo?: (() => void) | undefined
  onClose: () => void
}

function ToastCard({ tone, title, text, lifeMs, link, action, onUndo, onClose }: ToastCardProps) {
  return (
    <div className={`flex gap-10 small tight ${css.toast}`}>
      <Icon name={tone === 'good' ? 'ok' : 'alert'} size={18} className={`rigid ${css.icon}`} />
      <div className="grow break-words">
        <strong className={`medium ${css.title}`}>{title}</strong>
        {text && <p className={tone === 'warn' ? css.warning : css.text}>{text}</p>}
        {link && (
          <Link href={link.href} className={css.link} onClick={onClose}>
            {link.label}
          </Link>
        )}
      </div>
      {onUndo && (
        <KeyButton size="xs" action="undo" onClick={onUndo}>
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
      {lifeMs !== null && (
        <span className={css.line} style={{ '--toast-life': `${lifeMs}ms` } as CSSProperties} />
      )}
    </div>
  )
}
