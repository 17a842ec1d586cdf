import { useEffect, useState } from 'react'
import type { uploadDocument } from '#contract/documents.ts'
import type { CallResponse } from '#web/lib/client.ts'
import { rememberAct } from '#web/undo/last-acts.ts'
import { uploadedText } from '#web/undo/outcome-texts.ts'
import { useUndo } from '#web/undo/use-undo-toast.ts'

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

/** The undo window of the approved mail, shown in its card until the mail leaves or is withdrawn. */
export function useSending(orderId: number) {
  const [sending, setSending] = useState<Sending | null>(null)
  const undo = useUndo()
  const hide = () => setSending(null)

  useEffect(() => {
    if (!sending) return
    const timer = setTimeout(() => setSending(null), sending.leavesAt - Date.now())
    return () => clearTimeout(timer)
  }, [sending])

  return {
    sending,
    begin(file: File, to: string, { message, data }: CallResponse<typeof uploadDocument>) {
      const { undo: token, secondsToMail, warnings, alsoFor } = data
      if (token === null) return
      rememberAct({ undo: token, title: uploadTitle, mailedOrders: [orderId, ...alsoFor], hide })
      const durationMs = secondsToMail * 1000
      const words = `${message} ${uploadedText(data)}`
      const leavesAt = Date.now() + durationMs
      setSending({ file, to, alsoFor, leavesAt, durationMs, undo: token, words, warnings })
    },
    leave: hide,
    withdraw() {
      if (!sending) return
      hide()
      undo({ undo: sending.undo, title: uploadTitle })
    },
  }
}

const uploadTitle = 'Document uploaded'
