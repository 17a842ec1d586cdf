import { refuse, type RefusalCode } from '#server/platform/refusal.ts'

export interface Skip {
  orderId: number
  /** Continues a sentence that begins with the order's id: `is with Rizky Pratama`. */
  reason: string
  kind: RefusalCode
}

export interface BulkResult {
  updated: number[]
  skipped: { orderId: number; reason: string }[]
  undo: string | null
}

/** Refuses with the first reason if nothing was updated (product §3). */
export function bulkResult(updated: number[], skips: Skip[], undo: string | null): BulkResult {
  const skipped = skips.map(({ orderId, reason }) => ({ orderId, reason }))
  const result = { updated, skipped, undo }
  const [first] = skips
  if (updated.length === 0 && first)
    refuse(first.kind, `Order ${first.orderId} ${first.reason}.`, { data: result })
  return result
}
