import { emptyDraft, type DraftContent } from '#contract/drafts.ts'
import { remarkFlagNames, type RemarkFlag } from '#contract/rules/remark-flags.ts'
import type { StagedTarget } from '#contract/rules/staged-moves.ts'
import { recordOf } from '#contract/rules/typed-keys.ts'

/** What the form of a comment has of a draft. */
export const valuesOf = ({ text, flags, moveTo }: DraftContent) => ({
  remark: text,
  ...recordOf(remarkFlagNames, (flag) => flags.includes(flag)),
  updatingStatus: moveTo ?? undefined,
})

interface CommentValues extends Partial<Record<RemarkFlag, unknown>> {
  remark: string
  updatingStatus?: StagedTarget | '' | undefined
}

/** What of the form is kept. */
export const contentOf = ({ remark, updatingStatus, ...flags }: CommentValues): DraftContent => ({
  ...emptyDraft,
  text: remark,
  flags: remarkFlagNames.filter((flag) => flags[flag]),
  moveTo: updatingStatus || null,
})
