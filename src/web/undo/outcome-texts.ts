import * as z from 'zod/mini'
import { bulkResult } from '#contract/common-schemas.ts'
import { formatCount } from '#web/ui/format-count.ts'

export interface SkippedOrder {
  orderId: number
  /** The server's text, which continues after the id. */
  reason: string
}

export type DescribeDone = (count: number, id: number | undefined) => string

const maxShownReasons = 3

/** `3 orders` */
export const orderCountText = (count: number) => `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`

export const verbForm = (count: number, singular: string, plural: string) => (count === 1 ? singular : plural)

/** The first `max` texts, and the number of further ones. */
export function joinFirst(texts: readonly string[], max: number, separator: string): string {
  const remaining = texts.length - max
  const listed = texts.slice(0, max).join(separator)
  return remaining > 0 ? `${listed} and ${formatCount(remaining)} more` : listed
}

export function skippedText(skipped: readonly SkippedOrder[]): string {
  if (skipped.length === 0) return ''
  const reasons = skipped.map(({ orderId, reason }) => `${orderId} ${reason.replace(/\.$/, '')}`)
  return `${formatCount(skipped.length)} skipped: ${joinFirst(reasons, maxShownReasons, '; ')}`
}

interface BulkOutcome {
  updated: readonly number[]
  skipped: readonly SkippedOrder[]
}

/** What an upload did besides, in sentences. */
export const uploadedText = ({ warnings, completed }: { warnings: readonly string[]; completed: boolean }) =>
  [...warnings, ...(completed ? ['The order is Completed.'] : [])].join(' ')

/** The second line of a toast: changed orders, and skipped ones with reasons (product §9). */
export function outcomeText(done: DescribeDone, { updated, skipped }: BulkOutcome): string {
  const onlyOne = updated.length === 1 && skipped.length === 0 ? updated[0] : undefined
  return `${[done(updated.length, onlyOne), skippedText(skipped)].filter(Boolean).join('; ')}.`
}

/** All reasons of a bulk call that changed nothing; the server's message has only the first. */
export function skippedReasonsText(data: unknown): string | undefined {
  const result = z.safeParse(bulkResult, data)
  return result.success && result.data.skipped.length > 1 ? `${skippedText(result.data.skipped)}.` : undefined
}

export const undoneText = (outcome: BulkOutcome): string =>
  outcomeText(
    (count, id) => `${id ?? orderCountText(count)} ${verbForm(count, 'is', 'are')} as before`,
    outcome,
  )
