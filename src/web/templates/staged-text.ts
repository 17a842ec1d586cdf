import { remarkFlags, type RemarkFlag } from '#contract/rules/remark-flags.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import type { DraftContent } from '#contract/drafts.ts'
import type { Template } from '#contract/templates.ts'

export const stagedText = ({ move_to: moveTo, flags }: Pick<Template, 'move_to' | 'flags'>): string =>
  [...(moveTo ? [`then moves to ${statusLabels[moveTo].label}`] : []), ...flagLabels(flags)].join(', ')

const flagLabels = (flags: readonly RemarkFlag[]): string[] =>
  remarkFlags.filter(({ sent }) => flags.includes(sent)).map(({ label }) => label)

export function doneText(
  orderId: number,
  { moveTo, flags }: Pick<DraftContent, 'moveTo' | 'flags'>,
  { undo }: { undo: string | null },
): string | undefined {
  const done = [
    ...(flags.length > 0 ? [`Flagged ${flagLabels(flags).join(', ')}.`] : []),
    ...(moveTo && undo !== null ? [`Order ${orderId} moved to ${statusLabels[moveTo].label}.`] : []),
  ]
  return done.length > 0 ? done.join(' ') : undefined
}
