import type { uploadDocument } from '#contract/documents.ts'
import type { acceptMessageFile } from '#contract/messages.ts'
import type { CallResponse } from '#web/lib/client.ts'
import { useUndoToast } from './use-undo-toast.ts'

type Answer = CallResponse<typeof uploadDocument> | CallResponse<typeof acceptMessageFile>

export function useUploadToast(): (answer: Answer) => void {
  const showSuccess = useUndoToast()
  return ({ message, data: { completed, undo, warnings, secondsToMail } }) =>
    showSuccess({
      title: message,
      text: [...warnings, ...(completed ? ['The order is Completed.'] : [])].join(' '),
      undo,
      tone: warnings.length > 0 ? 'warn' : 'good',
      durationMs: secondsToMail * 1000,
    })
}
