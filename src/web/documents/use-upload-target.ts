import { useRef, useState } from 'react'
import { readDocument, type DocumentReading } from '#contract/documents.ts'
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

const unsupported = 415

/**
 * The chosen file as the server reads it: undefined while it reads, null if the reading did not come. The traveller is
 * proposed if the file names only one, which never overrides a member's choice. `refusal`: why the file cannot be opened.
 */
export function useUploadTarget({ order_id: orderId, familyMember }: OrderDetails) {
  const [target, setTarget] = useState(wholeOrder)
  const [reading, setReading] = useState<DocumentReading | null>()
  const latestFile = useRef<File | null>(null)
  const isUploaded = useRef(false)
  const [refusal, setRefusal] = useState<string>()
  const { call } = useCall(readDocument, {
    onError: ({ httpStatus, message }) => {
      if (httpStatus === unsupported) setRefusal(message)
      return true
    },
  })
  const read = async (file: File | null) => {
    latestFile.current = file
    isUploaded.current = false
    setReading(undefined)
    setRefusal(undefined)
    if (!file) return
    const answer = await call({ body: { orderId }, file })
    if (latestFile.current !== file) return
    setReading(answer?.data ?? null)
    if (!answer || familyMember.length === 0 || isUploaded.current) return
    const { traveller } = answer.data
    setTarget((current) =>
      (current.traveller !== undefined && !current.isProposed) || current.isForOthers
        ? current
        : { traveller: traveller ?? undefined, isProposed: traveller !== null, isForOthers: false },
    )
  }
  return {
    target,
    setTarget,
    reading,
    refusal,
    read: (file: File | null) => void read(file),
    /** The reading stays until another file is chosen. */
    finish: () => {
      isUploaded.current = true
      setTarget(wholeOrder)
    },
  }
}
