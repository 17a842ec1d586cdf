import { schemaResolver, useForm, type FormErrors } from '@mantine/form'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import type { CallError } from './call-error.ts'
import type { CallResponse } from './client.ts'
import { useCall } from './endpoint-hooks.ts'

/** An input in which nothing is written or chosen holds ''. */
type InputValue<T> = T extends string ? T | '' : T
type BodyOf<E extends Endpoint> =
  Input<E> extends { body: infer B extends object } ? { [K in keyof B]: InputValue<B[K]> } : object
type FileOf<E extends Endpoint> = E['file'] extends string ? Record<E['file'], File | null> : object

/** A form's values are the endpoint's body; the file stands beside them under its own name. */
export type FormValues<E extends Endpoint> = BodyOf<E> & FileOf<E>

/** Spec §5, Upload document. */
const fileRequired = 'File is required'

function splitFile(endpoint: Endpoint, values: Record<string, unknown>) {
  const body = { ...values }
  if (!endpoint.file) return { body }
  delete body[endpoint.file]
  return { body, file: values[endpoint.file] }
}

/** The messages are the contract's own, the first of each field. */
function validate(endpoint: Endpoint, values: Record<string, unknown>): FormErrors {
  const { body, file } = splitFile(endpoint, values)
  const errors = endpoint.body ? schemaResolver(endpoint.body, { sync: true })(body) : {}
  return endpoint.file && !file ? { ...errors, [endpoint.file]: fileRequired } : errors
}

interface FormSettings<E extends Endpoint> {
  initialValues: FormValues<E>
  /** What goes along that nobody enters, as it is at the time of sending. */
  extraValues?: Partial<FormValues<E>>
  /** What is read again after a success. */
  refreshes?: readonly Endpoint[]
  /** Asked before it is sent; false where it is not to be. */
  allows?: () => boolean | Promise<boolean>
  onSend?: () => void
  /** Returns true to suppress the refusal's toast. */
  onError?: (refused: CallError, values: FormValues<E>) => boolean
  onRefused?: (message: string) => void
  onDone: (answer: CallResponse<E>) => void
}

/** A form over an endpoint: checked by the endpoint's own schema, refused by the server under the same fields. */
export function useContractForm<E extends Endpoint>(endpoint: E, settings: FormSettings<E>) {
  const form = useForm<Record<string, unknown>>({
    initialValues: settings.initialValues as Record<string, unknown>,
    validate: (values) => validate(endpoint, values),
  })
  const focusFirst = (errors: FormErrors) => {
    const [field] = Object.keys(errors)
    if (field !== undefined) form.getInputNode(field)?.focus()
  }
  const { call, busy, progress } = useCall(endpoint, {
    refreshes: settings.refreshes ?? [],
    onError: (refused) => settings.onError?.(refused, form.getValues() as FormValues<E>) ?? false,
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
    // Enter in a field submits whatever the button looks like.
    if (busy || (settings.allows && !(await settings.allows()))) return
    settings.onSend?.()
    const answer = await call(
      splitFile(endpoint, { ...values, ...settings.extraValues }) as unknown as Input<E>,
    )
    if (answer) settings.onDone(answer)
  }, focusFirst)

  return {
    /** Value, error and handlers of one input; within a list or an object by its path, as `refunds.0.amount`. */
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
