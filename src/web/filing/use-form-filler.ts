import { useState } from 'react'
import type { FilledField, LeftReason } from '#contract/filler-messages.ts'
import { createFillToken } from '#contract/form-filler.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { fillByToken, useIsFillerThere } from './filler-channel.ts'

/** The form filler for one order: what it left, and why a fill failed. */
export function useFormFiller(orderId: number) {
  const isThere = useIsFillerThere()
  const { call } = useCall(createFillToken)
  const [busy, setBusy] = useState(false)
  const [left, setLeft] = useState<ReadonlyMap<string, LeftReason>>(new Map())
  const [failure, setFailure] = useState('')

  /** Fills the official page with a traveller, from 0; returns what became of each field, null where nothing did. */
  async function fill(traveller: number): Promise<readonly FilledField[] | null> {
    setBusy(true)
    setFailure('')
    try {
      const answer = await call({ body: { orderId, traveller } })
      if (!answer) return null
      const outcome = await fillByToken(answer.data.token)
      if (outcome.type === 'failed') {
        setFailure(outcome.message)
        return null
      }
      setLeft(new Map(outcome.fields.flatMap(({ id, left: reason }) => (reason ? [[id, reason]] : []))))
      return outcome.fields
    } finally {
      setBusy(false)
    }
  }

  return { isThere, busy, left, failure, fill }
}
