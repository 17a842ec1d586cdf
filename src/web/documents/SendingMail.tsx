import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { FilePreview, useFileUrl } from '#web/ui/FilePreview.tsx'
import { formatFileSize } from '#web/ui/format-file-size.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import css from './SendingMail.module.css'
import type { Sending } from './use-sending.ts'

interface SendingMailProps {
  sending: Sending
  /** Of the form in whose place it stands, px. */
  height: number
  onWithdraw: () => void
  /** What one does next. */
  children: ReactNode
}

const secondsUntil = (at: number) => Math.max(0, Math.ceil((at - Date.now()) / 1000))

/** Whole seconds, each anew. */
function useSecondsUntil(at: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(at))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(at)), 250)
    return () => clearInterval(timer)
  }, [at])
  return seconds
}

/** In place of the form while the approved mail waits: the file, a line that runs out, and Undo. */
export function SendingMail({ sending, height, onWithdraw, children }: SendingMailProps) {
  const { file, to, warnings, words, leavesAt, durationMs } = sending
  const url = useFileUrl(file)
  const seconds = useSecondsUntil(leavesAt)
  const box = useRef<HTMLFieldSetElement>(null)
  // The button that sent it is hidden with its focus.
  useEffect(() => {
    const focused = document.activeElement
    if (focused === document.body || focused?.checkVisibility() === false)
      box.current?.focus({ preventScroll: true })
  }, [])

  return (
    <fieldset ref={box} className={css.card} style={{ blockSize: height }} aria-label="Sending" tabIndex={-1}>
      <VisuallyHidden>
        <output>{words}</output>
      </VisuallyHidden>
      <div className={css.file}>
        <FilePreview file={file} url={url} />
        <div className={css.about}>
          <p className={css.name}>
            <bdi>{file.name}</bdi>
          </p>
          <p className={css.size}>{formatFileSize(file.size)}</p>
          {warnings.map((warning) => (
            <p key={warning} className={css.warning}>
              {warning}
            </p>
          ))}
        </div>
      </div>
      <div className={css.waiting}>
        <p className={css.title}>
          Sending in {seconds} s to{' '}
          <bdi className={css.to} title={to}>
            {to}
          </bdi>
        </p>
        <Button size="xs" className={css.undo} aria-keyshortcuts="z" onClick={onWithdraw}>
          Undo <Kbd>z</Kbd>
        </Button>
        <p className={css.hint}>Undo withdraws it; the status goes back.</p>
        <span className={css.line} style={{ '--wait': `${durationMs}ms` } as CSSProperties} />
      </div>
      {children}
    </fieldset>
  )
}
