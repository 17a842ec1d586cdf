import { enrolmentRequired } from '#contract/factor-proof.ts'
import { showToast, type ToastOptions } from '#web/ui/toast.tsx'
import { CallError } from './call-error.ts'

export interface FailureForm {
  fields: () => readonly string[]
  setErrors: (errors: Record<string, string>) => void
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

function fieldErrors(error: CallError, form: FailureForm | undefined): Record<string, string> {
  const fields = form?.fields() ?? []
  return Object.fromEntries(Object.entries(error.errors).filter(([field]) => fields.includes(field)))
}

interface ShowFailureOptions extends Pick<ToastOptions, 'link'> {
  form?: FailureForm | undefined
  explain?: ((refused: CallError) => string | undefined) | undefined
  persistent?: boolean | undefined
}

/** Shows a failure once: as field errors where possible, else as a toast (spec §8). */
export function showFailure(
  error: unknown,
  { form, explain, link, persistent = false }: ShowFailureOptions = {},
): void {
  if (isAbort(error)) return
  if (!(error instanceof CallError)) throw error
  // The client has shown the ended session.
  if (error.status === 401) return
  // The enrolment page replaces this one.
  if (error.code === enrolmentRequired) return
  const errors = fieldErrors(error, form)
  if (Object.keys(errors).length > 0) form?.setErrors(errors)
  else showToast({ tone: 'bad', title: error.message, text: explain?.(error), link, persistent })
}
