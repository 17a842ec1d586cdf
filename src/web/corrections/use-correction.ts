import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form'
import { useRef, type SubmitEvent } from 'react'
import { correctOrder } from '#contract/corrections.ts'
import { getOrder, type OrderDetails } from '#contract/order-details.ts'
import { folderCounts, futureMonthCounts, listOrders, searchOrders, urgencyCounts } from '#contract/orders.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import type { DraftKind } from '#contract/drafts.ts'
import { useBegunForm, useMergedForm } from './use-merged-form.ts'
import {
  changedValues,
  correctionData,
  formErrors,
  initialValues,
  toData,
  toValues,
  wirePaths,
  type CorrectionData,
  type CorrectionSection,
  type CorrectionValues,
} from './values.ts'

export type CorrectionFormApi = UseFormReturnType<CorrectionValues>

/** Lists show names and travel dates, and a date can move an order to another queue. */
const affectedEndpoints = [getOrder, listOrders, searchOrders, folderCounts, futureMonthCounts, urgencyCounts]

const checkBody = schemaResolver(correctOrder.body, { sync: true })

const draftKinds = {
  information: 'correct-information',
  arrival: 'correct-arrival',
  departure: 'correct-departure',
  family: 'correct-family',
  goods: 'correct-goods',
} as const satisfies Record<CorrectionSection, DraftKind>

/** A correction that the member has begun in this section: a draft (product §12). */
export const useBegunCorrection = (order: OrderDetails, section: CorrectionSection) =>
  useBegunForm<CorrectionData>({
    order,
    kind: draftKinds[section],
    stored: toData(initialValues(order, section)),
    schema: correctionData,
  })

/** A correction requires a reason, sends changed values only and shows errors at the inputs. */
export function useCorrection(
  order: OrderDetails,
  section: CorrectionSection,
  onDone: (message: string) => void,
) {
  const formElement = useRef<HTMLFormElement>(null)
  const begun = useBegunCorrection(order, section)
  const stored = initialValues(order, section)
  const form = useForm<CorrectionValues>({ initialValues: toValues(begun.opened.values, stored) })
  const merged = useMergedForm(begun, {
    values: toData(form.values),
    setValues: (data) => form.setValues(toValues(data, stored)),
  })

  const showErrors = (errors: typeof form.errors) => {
    form.setErrors(errors)
    // The page behind the dialog may have inputs with the same names.
    const inputs = [...(formElement.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]
    inputs.find(({ dataset }) => Object.hasOwn(errors, dataset['path'] ?? ''))?.focus()
  }
  const { call, busy } = useCall(correctOrder, {
    refreshes: affectedEndpoints,
    onError: begun.onError,
    form: {
      fields: () => wirePaths(form.getValues()),
      setErrors: (errors) => showErrors(formErrors(errors)),
    },
  })

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy || merged.isUndecided) return
    const values = form.getValues()
    const body = {
      orderId: order.order_id,
      changes: changedValues(toValues(begun.base, stored), values),
      reason: values.reason,
      ...begun.sent,
    }
    const errors = checkBody(body)
    if (Object.keys(errors).length > 0) return showErrors(errors)
    begun.onSend()
    const answer = await call({ body })
    if (!answer) return
    begun.onSent()
    onDone(answer.message)
  }

  return { element: formElement, form, onSubmit, busy, merged }
}
