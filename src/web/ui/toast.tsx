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
  /** Below the text; following it closes the toast. */
  link?: ToastLink | undefined
  action?: ToastAction | undefined
  /** Shows Undo; pressing it closes the toast. */
  onUndo?: (() => void) | undefined
  /** Stays until closed, as on the visitor and report screens (spec §9). */
  persistent?: boolean
  /** Takes the place of an earlier toast of the same topic. */
  topic?: string | undefined
}

/** Loaded after the first view, or for the first toast. */
export const toastsChunk = createChunk(() => import('./Toasts.tsx'))
afterFirstView(toastsChunk.preload)

/** ms; spec §9. */
const TOAST_DURATION = 5000

/** On the page at a time, besides persistent ones. */
const maxShown = 2

interface ShownToast extends Pick<ToastOptions, 'tone' | 'topic' | 'persistent'> {
  id: string
}

/** The oldest first. */
let shown: readonly ShownToast[] = []

/** The toasts that make room for the next one: of its topic, else the oldest, failures last. */
export function toastsToHide(
  present: readonly ShownToast[],
  next: Pick<ShownToast, 'topic'>,
): readonly string[] {
  const replaced = present.filter(({ topic }) => topic !== undefined && topic === next.topic)
  const others = present.filter((toast) => !replaced.includes(toast) && !toast.persistent)
  const excess = others
    .toSorted((a, b) => Number(a.tone === 'bad') - Number(b.tone === 'bad'))
    .slice(0, Math.max(0, others.length - (maxShown - 1)))
  return [...replaced, ...excess].map(({ id }) => id)
}

/** Shows a toast and returns its id. It is announced, never takes the focus, and stays while hovered or focused. */
export function showToast({
  tone,
  title,
  text,
  link,
  action,
  onUndo,
  persistent = false,
  topic,
}: ToastOptions): string {
  toastsChunk.preload()
  const id = crypto.randomUUID()
  for (const hidden of toastsToHide(shown, { topic })) notifications.hide(hidden)
  shown = [...shown, { id, tone, topic, persistent }]
  const close = () => notifications.hide(id)
  const setAutoClose = (autoClose: number | false) => notifications.update({ id, message: null, autoClose })
  const undoAndClose = onUndo && (() => (close(), onUndo()))

  return notifications.show({
    id,
    message: null,
    role: tone === 'bad' ? 'alert' : 'status',
    autoClose: persistent ? false : TOAST_DURATION,
    onClose: () => (shown = shown.filter((toast) => toast.id !== id)),
    className: css[tone],
    onFocusCapture: () => setAutoClose(false),
    onBlurCapture: () => setAutoClose(persistent ? false : TOAST_DURATION),
    renderNotification: () => (
      <ToastCard
        tone={tone}
        title={title}
        text={text}
        link={link}
        action={action}
        lifeMs={persistent ? null : TOAST_DURATION}
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
  kbd: string
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
