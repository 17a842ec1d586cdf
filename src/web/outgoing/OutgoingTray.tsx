import { VisuallyHidden } from '@mantine/core'
import { Link } from 'wouter'
import { mailStateLabels } from '#contract/rules/mail-states.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { useSecondsUntil } from '#web/lib/use-seconds-until.ts'
import { useKeepsMails } from '#web/messages/providers.ts'
import { isProblemState } from '#web/messages/mail-states.ts'
import { KeyButton } from '#web/ui/KeyButton.tsx'
import css from './outgoing.module.css'
import { isWaiting, useOutgoing, useUndoActs, type Outgoing } from './outgoing.ts'

const maxShown = 3

/** What has not left yet, with its seconds and its Undo, and how it ended (product §12). */
export function OutgoingTray() {
  const mails = useOutgoing()
  const { undoMail, undoNext } = useUndoActs()
  useShortcuts({ undo: undoNext })
  if (mails.length === 0) return null
  const firstWaiting = mails.find(isWaiting)
  const ended = mails.filter(({ state }) => state !== 'queued' && state !== 'sending')
  return (
    <section
      className={`small tight ${css.tray}`}
      aria-label="Outgoing"
      data-tray
      data-takes-key={firstWaiting && true}
    >
      <ul>
        {mails.slice(0, maxShown).map((mail) => (
          <OutgoingItem
            key={`${mail.mailId} ${mail.state}`}
            mail={mail}
            hasKey={mail === firstWaiting}
            onUndo={() => undoMail(mail)}
          />
        ))}
      </ul>
      {mails.length > maxShown && <p className={`faint ${css.more}`}>and {mails.length - maxShown} more</p>}
      <VisuallyHidden>
        <output>
          {ended
            .map(({ title, orderId, state }) => `${title}, order ${orderId}: ${mailStateLabels[state]}.`)
            .join(' ')}
        </output>
      </VisuallyHidden>
    </section>
  )
}

interface OutgoingItemProps {
  mail: Outgoing
  hasKey: boolean
  onUndo: () => void
}

function OutgoingItem({ mail, hasKey, onUndo }: OutgoingItemProps) {
  const { orderId, title, count, state } = mail
  const seconds = useSecondsUntil(mail.leavesAt)
  const keepsMails = useKeepsMails()
  const isStillWaiting = isWaiting(mail) && seconds > 0
  const words = isStillWaiting
    ? `${keepsMails ? 'Kept here' : 'Sending'} in ${seconds} s`
    : state === 'queued' || state === 'sending'
      ? mail.is_late
        ? 'Not sent yet'
        : 'Sending…'
      : mailStateLabels[state]
  return (
    <li className={css.item} data-problem={mail.is_late || isProblemState(state) || undefined}>
      <span className={`nowrap medium ${css.words}`}>{words}</span>
      <span className={`faint tiny ${css.what}`}>
        <Link href={viewOrderPath(orderId)}>{orderId}</Link>
        {count > 1 && ` and ${count - 1} more`} · {title}
      </span>
      {isStillWaiting && (
        <KeyButton
          size="xs"
          className={css.undo}
          action={hasKey ? 'undo' : undefined}
          aria-label={`Undo: ${title}, order ${orderId}`}
          onClick={onUndo}
        >
          Undo
        </KeyButton>
      )}
    </li>
  )
}
