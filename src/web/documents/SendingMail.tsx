import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react'
import { useSecondsUntil } from '#web/lib/use-seconds-until.ts'
import { useKeepsMails } from '#web/messages/providers.ts'
import { KeyButton } from '#web/ui/KeyButton.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './documents.module.css'
import { recipientsText, type Sending } from './use-sending.ts'

interface SendingMailProps {
  sending: Sending
  onWithdraw: () => void
  /** The next action; its height is reserved while it is empty. */
  children: ReactNode
}

/** Replaces the fields during the undo window of the approved mail. */
export function SendingMail({ sending, onWithdraw, children }: SendingMailProps) {
  const { words, leavesAt, durationMs } = sending
  const seconds = useSecondsUntil(leavesAt)
  const keepsMails = useKeepsMails()
  const box = useRef<HTMLFieldSetElement>(null)
  // The button that sent the mail is gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [])

  return (
    <fieldset
      ref={box}
      className={`stack gap-6 shrinkable ${css.sending}`}
      aria-label="Sending"
      tabIndex={-1}
    >
      <VisuallyHidden>
        <output>{words}</output>
      </VisuallyHidden>
      <div className={`stack small tight ${css.box}`}>
        <p className="shrinkable medium">
          {keepsMails ? `Kept here in ${seconds} s, not sent to` : `Sending in ${seconds} s to`}{' '}
          <ExternalText className={css.to} title={recipientsText(sending)}>
            {recipientsText(sending)}
          </ExternalText>
        </p>
        <KeyButton size="xs" className={css.undo} action="undo" onClick={onWithdraw}>
          Undo
        </KeyButton>
        <p className="muted">Undo withdraws it.</p>
        <span className={css.line} style={{ '--wait': `${durationMs}ms` } as CSSProperties} />
      </div>
      <div className={css.next}>{children}</div>
    </fieldset>
  )
}
