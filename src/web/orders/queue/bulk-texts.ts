import * as z from 'zod/mini'
import { bulkResult } from '#contract/shapes.ts'
import type { Question } from '#web/ui/ConfirmDialog.tsx'
import { formatCount } from '#web/ui/count.ts'
import type { BulkActionName } from './queue-screens.ts'

export interface Skipped {
  orderId: number
  /** The server's words, which read on after the id. */
  reason: string
}

const shownIds = 5
const shownReasons = 3

const orders = (count: number) => `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`
const verb = (count: number, one: string, many: string) => (count === 1 ? one : many)

function someOf(texts: readonly string[], most: number, separator: string): string {
  const rest = texts.length - most
  const listed = texts.slice(0, most).join(separator)
  return rest > 0 ? `${listed} and ${formatCount(rest)} more` : listed
}

interface ActionTexts {
  label: string
  look: 'filled' | 'danger' | 'default'
  /** The toast's words where the server's, which are the specification's, would say something else. */
  title?: string
  /** What has happened to so many orders; with one, its id says which. */
  done: (count: number, id: number | undefined) => string
}

interface AskedTexts extends ActionTexts {
  /** The specification's three dialogs (spec §2), with what follows from Yes. */
  question: (ids: readonly number[]) => Question
}

/** What is done without a question, for Undo takes it back. */
type UnaskedName = Extract<BulkActionName, 'refund'>
type Unasked = ActionTexts & { question?: never }

export const actionTexts: Record<Exclude<BulkActionName, UnaskedName>, AskedTexts> &
  Record<UnaskedName, Unasked> = {
  assign: {
    label: 'Assign to me',
    look: 'filled',
    question: ({ length: n }) => ({
      title: 'Are you sure want to assigned orders.',
      text: `${orders(n)} ${verb(n, 'becomes', 'become')} yours and ${verb(n, 'moves', 'move')} to My Orders.`,
    }),
    done: (count, id) => (id === undefined ? `${formatCount(count)} assigned` : `${id} is yours`),
  },
  giveBack: {
    label: 'Move to Original Folder',
    look: 'default',
    question: ({ length: n }) => ({
      title: 'Are you sure want to move orders to new orders.',
      text: `${orders(n)} ${verb(n, 'loses its', 'lose their')} assignee.`,
    }),
    title: 'Order has been moved successfully',
    done: (count, id) =>
      id === undefined ? `${formatCount(count)} given back` : `${id} has no assignee any more`,
  },
  delete: {
    label: 'Delete Order',
    look: 'danger',
    question: (ids) => ({
      title: 'Are you sure you want to delete?',
      text: `${orders(ids.length)} ${verb(ids.length, 'moves', 'move')} to Deleted Orders: ${someOf(ids.map(String), shownIds, ', ')}.`,
      tone: 'red',
    }),
    done: (count, id) => `${id ?? formatCount(count)} moved to Deleted Orders`,
  },
  refund: {
    label: 'Refunded it',
    look: 'filled',
    done: (count, id) => (id === undefined ? `${formatCount(count)} refunded` : `${id} is refunded`),
  },
}

/** `1 skipped: 2048710 is with Rizky Pratama`; '' where none was. */
export function skippedText(skipped: readonly Skipped[]): string {
  if (skipped.length === 0) return ''
  const reasons = skipped.map(({ orderId, reason }) => `${orderId} ${reason.replace(/\.$/, '')}`)
  return `${formatCount(skipped.length)} skipped: ${someOf(reasons, shownReasons, '; ')}`
}

interface Outcome {
  updated: readonly number[]
  skipped: readonly Skipped[]
}

/** The second line of a toast: what was done, and how many were skipped and why (product §9). */
export function outcomeText(done: ActionTexts['done'], { updated, skipped }: Outcome): string {
  const onlyOne = updated.length === 1 && skipped.length === 0 ? updated[0] : undefined
  return `${[done(updated.length, onlyOne), skippedText(skipped)].filter(Boolean).join('; ')}.`
}

/** Of a bulk call that changed nothing: why, where the server's message tells of the first order only. */
export function refusedText(data: unknown): string | undefined {
  const result = z.safeParse(bulkResult, data)
  return result.success && result.data.skipped.length > 1 ? `${skippedText(result.data.skipped)}.` : undefined
}

export const undoneText = (outcome: Outcome): string =>
  outcomeText((count, id) => `${id ?? orders(count)} ${verb(count, 'is', 'are')} as before`, outcome)
