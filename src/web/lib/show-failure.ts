import { enrolmentRequired } from '#contract/factor-proof.ts'
import { showToast } from '#web/ui/toast.tsx'
import { CallError } from './call-error.ts'

/** The part of a form that is needed to show field errors. */
export interface FailureForm {
  fields: () => readonly string[]
  setErrors: (errors: Record<string, string>) => void
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Only the messages for fields that the form has. */
function fieldErrors(error: CallError, form: FailureForm | undefined): Record<string, string> {
  const fields = form?.fields() ?? []
  return Object.fromEntries(Object.entries(error.errors).filter(([field]) => fields.includes(field)))
}

interface ShowFailureOptions {
  form?: FailureForm | undefined
  /** A toast's second line. */
  explain?: ((refused: CallError) => string | undefined) | undefined
  /** The toast stays until it is closed. */
  persistent?: boolean | undefined
}

/** Shows a failure once: as field errors where possible, else as a toast (spec §8). */
export function showFailure(
  error: unknown,
  { form, explain, persistent = false }: ShowFailureOptions = {},
): void {
  if (isAbort(error)) return
  if (!(error instanceof CallError)) throw error
  // The client has already shown that the session ended.
  if (error.status === 401) return
  // Another page is shown in place of this one.
  if (error.code === enrolmentRequired) return
  const errors = fieldErrors(error, form)
  if (Object.keys(errors).length > 0) form?.setErrors(errors)
  else showToast({ tone: 'bad', title: error.message, text: explain?.(error), persistent })
}
