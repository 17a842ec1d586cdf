import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form'
import { useRef, type SubmitEvent } from 'react'
import { correctOrder } from '#contract/corrections.ts'
import { getOrder, type OrderDetails } from '#contract/order-details.ts'
import { folderCounts, futureMonthCounts, listOrders, searchOrders } from '#contract/orders.ts'
import { useCall } from '#web/lib/hooks.ts'
import { changesIn, formErrors, valuesOf, wirePaths, type CorrectionValues, type Part } from './values.ts'

export type CorrectionForm = UseFormReturnType<CorrectionValues>

/** A name or a travel date shows in the lists, and a date can lead to another queue. */
const correctedReads = [getOrder, listOrders, searchOrders, folderCounts, futureMonthCounts]

const checkBody = schemaResolver(correctOrder.body, { sync: true })

/** What a date input holds while a part of it is missing reads as empty, and is not to be sent as such. */
const halfWritten = (element: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...element.querySelectorAll('input')]
      .filter(({ validity }) => validity.badInput)
      .map(({ dataset }) => [dataset['path'] ?? '', 'Please enter the whole date.']),
  )

/** The form of a correction: checked for its reason, sent with what is another now, refused under its inputs. */
export function useCorrection(order: OrderDetails, part: Part, onDone: (message: string) => void) {
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<CorrectionValues>({ initialValues: valuesOf(order, part) })

  const showErrors = (errors: Record<string, unknown>) => {
    form.setErrors(errors as typeof form.errors)
    // The page behind the dialog may have inputs of the same names.
    const inputs = [...(element.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]
    inputs.find(({ dataset }) => Object.hasOwn(errors, dataset['path'] ?? ''))?.focus()
  }
  const { run, busy } = useCall(correctOrder, {
    refreshes: correctedReads,
    form: {
      fields: () => wirePaths(form.getValues()),
      setErrors: (errors) => showErrors(formErrors(errors)),
    },
  })

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const values = form.getValues()
    const body = {
      orderId: order.order_id,
      changes: changesIn(form.getInitialValues(), values),
      reason: values.reason,
    }
    const errors = { ...halfWritten(event.currentTarget), ...checkBody(body) }
    if (Object.keys(errors).length > 0) return showErrors(errors)
    const answer = await run({ body })
    if (answer) onDone(answer.message)
  }

  return { element, form, onSubmit, busy, changed: form.isDirty() }
}
