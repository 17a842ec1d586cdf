import { showToast } from '#web/ui/toast.tsx'
import { CallError } from './call-error.ts'

/** Of a form, what is needed to show an answer's messages under its fields. */
export interface FailureForm {
  fields: () => readonly string[]
  setErrors: (errors: Record<string, string>) => void
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** The messages for fields that the form shows; those about anything else have no place under a field. */
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

/** Shows a failure once: under the fields that it is about, else as a toast (spec §8). */
export function showFailure(
  error: unknown,
  { form, explain, persistent = false }: ShowFailureOptions = {},
): void {
  if (isAbort(error)) return
  if (!(error instanceof CallError)) throw error
  // The client has told of a session's end already.
  if (error.status === 401) return
  const errors = fieldErrors(error, form)
  if (Object.keys(errors).length > 0) form?.setErrors(errors)
  else showToast({ tone: 'bad', title: error.message, text: explain?.(error), persistent })
}
