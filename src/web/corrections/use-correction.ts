import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form'
import { useRef, type SubmitEvent } from 'react'
import { correctOrder } from '#contract/corrections.ts'
import { getOrder, type OrderDetails } from '#contract/order-details.ts'
import { folderCounts, futureMonthCounts, listOrders, searchOrders, urgencyCounts } from '#contract/orders.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import {
  changedValues,
  formErrors,
  initialValues,
  wirePaths,
  type CorrectionValues,
  type CorrectionSection,
} from './values.ts'

export type CorrectionFormApi = UseFormReturnType<CorrectionValues>

/** Lists show names and travel dates, and a date can move an order to another queue. */
const affectedEndpoints = [getOrder, listOrders, searchOrders, folderCounts, futureMonthCounts, urgencyCounts]

const checkBody = schemaResolver(correctOrder.body, { sync: true })

/** A correction requires a reason, sends changed values only and shows errors at the inputs. */
export function useCorrection(
  order: OrderDetails,
  section: CorrectionSection,
  onDone: (message: string) => void,
) {
  const formElement = useRef<HTMLFormElement>(null)
  const form = useForm<CorrectionValues>({ initialValues: initialValues(order, section) })

  const showErrors = (errors: typeof form.errors) => {
    form.setErrors(errors)
    // The page behind the dialog may have inputs with the same names.
    const inputs = [...(formElement.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]
    inputs.find(({ dataset }) => Object.hasOwn(errors, dataset['path'] ?? ''))?.focus()
  }
  const { call, busy } = useCall(correctOrder, {
    refreshes: affectedEndpoints,
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
      changes: changedValues(form.getInitialValues(), values),
      reason: values.reason,
    }
    const errors = checkBody(body)
    if (Object.keys(errors).length > 0) return showErrors(errors)
    const answer = await call({ body })
    if (answer) onDone(answer.message)
  }

  return { element: formElement, form, onSubmit, busy, isDirty: form.isDirty() }
}
