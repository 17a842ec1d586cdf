import { useRef, useState } from 'react'
import { proposeTraveller } from '#contract/documents.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'

/** Whose a document is, and which other orders get it. */
export interface UploadTarget {
  /** By place; undefined for the whole order's. */
  traveller: number | undefined
  /** The file says so, and nobody has chosen. */
  isProposed: boolean
  /** Other orders of the journey get it too. */
  isForOthers: boolean
}

export const wholeOrder: UploadTarget = { traveller: undefined, isProposed: false, isForOthers: false }

/** The target of the next upload: proposed where the chosen file names one traveller alone, as long as nobody has chosen. */
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
