import { remarkFlags } from '#contract/rules/remark-flags.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import type { DraftContent } from '#contract/drafts.ts'
import type { Template } from '#contract/templates.ts'

/** What a template does beside its text, in words; '' for nothing. */
export const stagedText = ({ move_to: moveTo, flags }: Pick<Template, 'move_to' | 'flags'>): string =>
  [
    ...(moveTo ? [`then moves to ${statusLabels[moveTo].label}`] : []),
    ...remarkFlags.filter(({ sent }) => flags.includes(sent)).map(({ label }) => label),
  ].join(', ')

/** What became of the move that was staged beside a text; undefined where there was none. */
export const movedText = (
  orderId: number,
  { moveTo }: Pick<DraftContent, 'moveTo'>,
  { undo }: { undo: string | null },
): string | undefined =>
  moveTo && undo !== null ? `Order ${orderId} moved to ${statusLabels[moveTo].label}.` : undefined
