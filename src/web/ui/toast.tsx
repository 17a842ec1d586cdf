import { notifications } from '@mantine/notifications'
import { Button } from '@mantine/core'
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { createChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import css from './notices.module.css'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { Kbd } from './Kbd.tsx'

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

/** `warn`: it is done, and something speaks against it. */
type ToastTone = 'good' | 'warn' | 'bad'

interface ToastLink {
  label: string
  href: string
}

/** What one does next; the toast closes with it. */
interface ToastAction {
  label: string
  /** The key that does the same. */
  kbd: string
  onClick: () => void
}

interface ToastCardProps {
  tone: ToastTone
  title: string
  text?: string | undefined
  /** How long it stays, ms; null where it stays until it is closed. */
  lifeMs: number | null
  link?: ToastLink | undefined
  action?: ToastAction | undefined
  onUndo?: (() => void) | undefined
  onClose: () => void
}

/** The content of a toast; `showToast` displays it. */
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
        <Button size="xs" aria-keyshortcuts="z" onClick={onUndo}>
          Undo <Kbd>z</Kbd>
        </Button>
      )}
      {action && (
        <Button
          size="xs"
          aria-keyshortcuts={action.kbd}
          onClick={() => {
            onClose()
            action.onClick()
          }}
        >
          {action.label} <Kbd>{action.kbd}</Kbd>
        </Button>
      )}
      <IconButton icon="close" label="Close" onClick={onClose} />
      {lifeMs !== null && (
        <span className={css.line} style={{ '--toast-life': `${lifeMs}ms` } as CSSProperties} />
      )}
    </div>
  )
}
