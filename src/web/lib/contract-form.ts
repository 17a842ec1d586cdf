import { schemaResolver, useForm, type FormErrors } from '@mantine/form'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import type { CallError } from './call-error.ts'
import type { CallResponse } from './client.ts'
import { useCall } from './endpoint-hooks.ts'

/** Inputs hold '' when empty. */
type InputValue<T> = T extends string ? T | '' : T
type BodyOf<E extends Endpoint> =
  Input<E> extends { body: infer B extends object } ? { [K in keyof B]: InputValue<B[K]> } : object
type FileOf<E extends Endpoint> = E['file'] extends string ? Record<E['file'], File | null> : object

/** The endpoint's body, plus its file under the file's own name. */
export type FormValues<E extends Endpoint> = BodyOf<E> & FileOf<E>

/** Spec §5, Upload document. */
const fileRequired = 'File is required'

function splitFile(endpoint: Endpoint, values: Record<string, unknown>) {
  const body = { ...values }
  if (!endpoint.file) return { body }
  delete body[endpoint.file]
  return { body, file: values[endpoint.file] }
}

/** Shows the first message of each field, in the contract's words. */
function validate(endpoint: Endpoint, values: Record<string, unknown>): FormErrors {
  const { body, file } = splitFile(endpoint, values)
  const errors = endpoint.body ? schemaResolver(endpoint.body, { sync: true })(body) : {}
  return endpoint.file && !file ? { ...errors, [endpoint.file]: fileRequired } : errors
}

interface FormSettings<E extends Endpoint> {
  initialValues: FormValues<E>
  /** Values without an input, added when the form is sent. */
  extraValues?: Partial<FormValues<E>>
  refreshes?: readonly Endpoint[]
  /** Runs before sending; false cancels. */
  allows?: (values: FormValues<E>) => boolean | Promise<boolean>
  onSend?: () => void
  /** Returns true to suppress the refusal's toast. */
  onError?: (refused: CallError, values: FormValues<E>) => boolean
  onRefused?: (message: string) => void
  onDone: (answer: CallResponse<E>) => void
}

/** A form over an endpoint: its schema validates, and the server's field errors show under the same fields. */
export function useContractForm<E extends Endpoint>(endpoint: E, settings: FormSettings<E>) {
  const form = useForm<Record<string, unknown>>({
    initialValues: settings.initialValues as Record<string, unknown>,
    validate: (values) => validate(endpoint, values),
  })
  const focusFirst = (errors: FormErrors) => {
    const [field] = Object.keys(errors)
    if (field !== undefined) form.getInputNode(field)?.focus()
  }
  const formValues = () => form.getValues() as FormValues<E>
  const { call, busy, progress } = useCall(endpoint, {
    refreshes: settings.refreshes ?? [],
    onError: (refused) => settings.onError?.(refused, formValues()) ?? false,
    onRefused: settings.onRefused,
    form: {
      fields: () => Object.keys(form.getValues()),
      setErrors: (errors) => {
        form.setErrors(errors)
        focusFirst(errors)
      },
    },
  })

  const onSubmit = form.onSubmit(async (values) => {
    // Enter submits even if the button is disabled.
    if (busy || (settings.allows && !(await settings.allows(formValues())))) return
    settings.onSend?.()
    const answer = await call(
      splitFile(endpoint, { ...values, ...settings.extraValues }) as unknown as Input<E>,
    )
    if (answer) settings.onDone(answer)
  }, focusFirst)

  return {
    /** Props of one input; a nested one by path (`refunds.0.amount`). */
    field: (
      name: (keyof FormValues<E> & string) | `${keyof FormValues<E> & string}.${string}`,
      type: 'input' | 'checkbox' = 'input',
    ) => form.getInputProps(name, { type }),
    values: form.values as FormValues<E>,
    setValue: <K extends keyof FormValues<E> & string>(name: K, value: FormValues<E>[K]) =>
      form.setFieldValue(name as string, value),
    errorOf: (name: keyof FormValues<E> & string) => form.errors[name],
    reset: form.reset,
    onSubmit,
    busy,
    progress,
  }
}
