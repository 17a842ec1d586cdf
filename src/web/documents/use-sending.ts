import { useEffect, useRef, useState } from 'react'
import type { uploadDocument } from '#contract/documents.ts'
import type { CallResponse } from '#web/lib/client.ts'
import { useKeepsMails } from '#web/messages/providers.ts'
import { isRemembered, rememberAct } from '#web/undo/last-acts.ts'
import { useUndo, useUndoToast } from '#web/undo/use-undo-toast.ts'

export interface Sending {
  file: File
  to: string
  /** Other orders that it was uploaded to. */
  alsoFor: readonly number[]
  /** When the mail leaves, ms since 1970. */
  leavesAt: number
  durationMs: number
  undo: string
  /** The upload's answer, in sentences. */
  words: string
  warnings: readonly string[]
}

export const recipientsText = ({ to, alsoFor }: Pick<Sending, 'to' | 'alsoFor'>): string =>
  alsoFor.length === 0 ? to : `${to}, and for ${alsoFor.join(', ')}`

/**
 * The undo window of the approved mail, shown in its card until the mail leaves or is withdrawn. When the member leaves the
 * card earlier, a toast offers Undo for the remaining time.
 */
export function useSending() {
  const [sending, setSending] = useState<Sending | null>(null)
  const withdraw = useUndo()
  const showToast = useUndoToast()
  const keepsMails = useKeepsMails()
  const hide = () => setSending(null)

  useEffect(() => {
    if (!sending) return
    const timer = setTimeout(() => setSending(null), sending.leavesAt - Date.now())
    return () => clearTimeout(timer)
  }, [sending])

  const handOver = () => {
    if (!sending || !isRemembered(sending.undo) || sending.leavesAt <= Date.now()) return
    showToast({
      title: `${keepsMails ? 'Kept here, not sent' : 'Sending'} to ${recipientsText(sending)}`,
      text: sending.warnings.join(' '),
      undo: sending.undo,
      tone: sending.warnings.length > 0 ? 'warn' : 'good',
      durationMs: sending.leavesAt - Date.now(),
    })
  }
  const latestHandOver = useRef(handOver)
  useEffect(() => {
    latestHandOver.current = handOver
  })
  useEffect(() => () => latestHandOver.current(), [])

  return {
    sending,
    begin(file: File, to: string, { message, data }: CallResponse<typeof uploadDocument>) {
      const { undo, secondsToMail, warnings, completed, alsoFor } = data
      if (undo === null) return
      rememberAct(undo, hide)
      const durationMs = secondsToMail * 1000
      const words = [message, ...warnings, ...(completed ? ['The order is Completed.'] : [])].join(' ')
      setSending({ file, to, alsoFor, leavesAt: Date.now() + durationMs, durationMs, undo, words, warnings })
    },
    leave() {
      handOver()
      hide()
    },
    withdraw() {
      if (!sending) return
      hide()
      withdraw(sending.undo)
    },
  }
}
