import { useRef, useState } from 'react'
import { proposeTraveller } from '#contract/documents.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'

export interface UploadTarget {
  /** Traveller index; undefined for the whole order. */
  traveller: number | undefined
  /** Derived from the file, not chosen by a member. */
  isProposed: boolean
  isForOthers: boolean
}

export const wholeOrder: UploadTarget = { traveller: undefined, isProposed: false, isForOthers: false }

/** Proposes the traveller if the chosen file names only one; never overrides a member's choice. */
export function useUploadTarget({ order_id: orderId, familyMember }: OrderDetails) {
  const [target, setTarget] = useState(wholeOrder)
  const { call } = useCall(proposeTraveller, { onError: () => true })
  const latestFile = useRef<File | null>(null)
  const propose = async (file: File | null) => {
    latestFile.current = file
    if (!file || familyMember.length === 0) return
    const answer = await call({ body: { orderId }, file })
    if (!answer || latestFile.current !== file) return
    const { traveller } = answer.data
    setTarget((current) =>
      (current.traveller !== undefined && !current.isProposed) || current.isForOthers
        ? current
        : { traveller: traveller ?? undefined, isProposed: traveller !== null, isForOthers: false },
    )
  }
  return { target, setTarget, propose: (file: File | null) => void propose(file) }
}
