import * as z from 'zod/mini'
import { bulkResult } from '#contract/common-schemas.ts'
import type { ConfirmOptions } from '#web/ui/ConfirmDialog.tsx'
import { formatCount } from '#web/ui/format-count.ts'

export type BulkActionName = 'assign' | 'giveBack' | 'refund' | 'delete'

export interface SkippedOrder {
  orderId: number
  /** The server's words, which read on after the id. */
  reason: string
}

const maxShownIds = 5
const maxShownReasons = 3

const orderCountText = (count: number) => `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`
const verbForm = (count: number, singular: string, plural: string) => (count === 1 ? singular : plural)

function joinFirst(texts: readonly string[], max: number, separator: string): string {
  const remaining = texts.length - max
  const listed = texts.slice(0, max).join(separator)
  return remaining > 0 ? `${listed} and ${formatCount(remaining)} more` : listed
}

interface ActionTexts {
  label: string
  buttonVariant: 'filled' | 'danger' | 'default'
  /** The toast's words where the server's, which are the specification's, would say something else. */
  title?: string
  /** What has happened to so many orders; with one, its id says which. */
  doneText: (count: number, id: number | undefined) => string
}

interface ConfirmedActionTexts extends ActionTexts {
  /** The specification's three dialogs (spec §2), with what follows from Yes. */
  question: (ids: readonly number[]) => ConfirmOptions
}

/** What is done without a question, for Undo takes it back. */
type UnconfirmedActionName = Extract<BulkActionName, 'refund'>
type UnconfirmedActionTexts = ActionTexts & { question?: never }

export const actionTexts: Record<Exclude<BulkActionName, UnconfirmedActionName>, ConfirmedActionTexts> &
  Record<UnconfirmedActionName, UnconfirmedActionTexts> = {
  assign: {
    label: 'Assign to me',
    buttonVariant: 'filled',
    question: ({ length: n }) => ({
      title: 'Are you sure want to assigned orders.',
      text: `${orderCountText(n)} ${verbForm(n, 'becomes', 'become')} yours and ${verbForm(n, 'moves', 'move')} to My Orders.`,
    }),
    doneText: (count, id) => (id === undefined ? `${formatCount(count)} assigned` : `${id} is yours`),
  },
  giveBack: {
    label: 'Move to Original Folder',
    buttonVariant: 'default',
    question: ({ length: n }) => ({
      title: 'Are you sure want to move orders to new orders.',
      text: `${orderCountText(n)} ${verbForm(n, 'loses its', 'lose their')} assignee.`,
    }),
    title: 'Order has been moved successfully',
    doneText: (count, id) =>
      id === undefined ? `${formatCount(count)} given back` : `${id} has no assignee any more`,
  },
  delete: {
    label: 'Delete Order',
    buttonVariant: 'danger',
    question: (ids) => ({
      title: 'Are you sure you want to delete?',
      text: `${orderCountText(ids.length)} ${verbForm(ids.length, 'moves', 'move')} to Deleted Orders: ${joinFirst(ids.map(String), maxShownIds, ', ')}.`,
      tone: 'red',
    }),
    doneText: (count, id) => `${id ?? formatCount(count)} moved to Deleted Orders`,
  },
  refund: {
    label: 'Refunded it',
    buttonVariant: 'filled',
    doneText: (count, id) => (id === undefined ? `${formatCount(count)} refunded` : `${id} is refunded`),
  },
}

/** `1 skipped: 2048710 is with Rizky Pratama`; '' where none was. */
export function skippedText(skipped: readonly SkippedOrder[]): string {
  if (skipped.length === 0) return ''
  const reasons = skipped.map(({ orderId, reason }) => `${orderId} ${reason.replace(/\.$/, '')}`)
  return `${formatCount(skipped.length)} skipped: ${joinFirst(reasons, maxShownReasons, '; ')}`
}

interface BulkOutcome {
  updated: readonly number[]
  skipped: readonly SkippedOrder[]
}

/** The second line of a toast: what was done, and how many were skipped and why (product §9). */
export function outcomeText(done: ActionTexts['doneText'], { updated, skipped }: BulkOutcome): string {
  const onlyOne = updated.length === 1 && skipped.length === 0 ? updated[0] : undefined
  return `${[done(updated.length, onlyOne), skippedText(skipped)].filter(Boolean).join('; ')}.`
}

/** Of a bulk call that changed nothing: why, where the server's message tells of the first order only. */
export function skippedReasonsText(data: unknown): string | undefined {
  const result = z.safeParse(bulkResult, data)
  return result.success && result.data.skipped.length > 1 ? `${skippedText(result.data.skipped)}.` : undefined
}

export const undoneText = (outcome: BulkOutcome): string =>
  outcomeText(
    (count, id) => `${id ?? orderCountText(count)} ${verbForm(count, 'is', 'are')} as before`,
    outcome,
  )
