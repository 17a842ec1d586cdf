import * as z from 'zod/mini'
import { orderId, requiredId, textLimits } from './common-schemas.ts'
import { endpoint, largeBodyBytes } from './endpoint.ts'
import { remarkFlagNames } from './rules/remark-flags.ts'
import { maxAskedFields } from './rules/question-limits.ts'
import { stagedTargets } from './rules/staged-moves.ts'

/** What is written: a comment on an order, an answer to its customer, or the text of a question to them. */
export const draftKinds = ['remark', 'answer', 'question'] as const
export type DraftKind = (typeof draftKinds)[number]

export const draftContent = z.strictObject({
  text: z
    .string('Text is not valid.')
    .check(z.maxLength(textLimits.letter, `Please enter at most ${textLimits.letter} characters.`)),
  /** Of a comment. */
  flags: z.array(z.enum(remarkFlagNames, 'Unknown flag.')).check(z.maxLength(remarkFlagNames.length)),
  /** Where sending it moves the order to. */
  moveTo: z.nullable(z.enum(stagedTargets, 'Unknown status.')),
  /** Keys of what a question asks; they go with its text. */
  fields: z
    .array(z.string('Field is not valid.').check(z.maxLength(textLimits.line)))
    .check(z.maxLength(maxAskedFields, `At most ${maxAskedFields} fields at once.`)),
})
export type DraftContent = z.infer<typeof draftContent>

export const emptyDraft: DraftContent = { text: '', flags: [], moveTo: null, fields: [] }

/** Whether nothing is left to keep: fields alone are no question begun. */
export const isEmptyDraft = ({ text, flags, moveTo }: DraftContent): boolean =>
  text.trim() === '' && flags.length === 0 && moveTo === null

/** Another with every change: greater than all before. */
const revision = requiredId('Revision is not valid.')

/** An unsent text of the caller. */
export const draft = z.object({
  kind: z.enum(draftKinds),
  revision: z.number(),
  content: draftContent,
  /** What another page had, in whose place `content` was written. */
  other: z.nullable(draftContent),
})
export type Draft = z.infer<typeof draft>

/** Of a refused call: the draft was changed by another page, or is not there any more; `data.draft` is what there is. */
export const draftChanged = 'DRAFT_CHANGED'

export const keepDraft = endpoint({
  method: 'PUT',
  path: '/admin/drafts',
  summary: 'Keep what one is writing about an order until it is sent, for oneself; an empty text lets it go',
  allow: 'workOrders',
  maxBodyBytes: largeBodyBytes,
  body: z.strictObject({
    orderId,
    kind: z.enum(draftKinds, 'Unknown kind of draft.'),
    content: draftContent,
    /** What it follows; null for the first. Any other is refused with 409, unless it is an earlier save of this page. */
    revision: z.nullable(revision),
    page: z.uuid('Page is not valid.'),
    /** Counts this page's saves. */
    saveNumber: z.int('Save is not valid.').check(z.positive('Save is not valid.'), z.maximum(2_147_483_647)),
    /** What another page had, kept beside it to be restored; null drops it, absent leaves it as it was. */
    other: z.optional(z.nullable(draftContent)),
  }),
  reply: z.object({ data: z.object({ revision: z.nullable(z.number()) }) }),
})

/** Of a comment, an answer or a question: the draft that ends with it, if it is still that one. */
export const sentDraft = z.optional(revision)
