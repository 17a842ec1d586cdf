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
  /** The text in whose place another page has written; '' for none. */
  other: z.string(),
})
export type Draft = z.infer<typeof draft>

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
    /** What it was written on; null for none. A text that is not, and that this one does not contain, is kept as the other text. */
    revision: z.nullable(revision),
    /** Lets the other text of this revision go. */
    withoutOther: z.optional(z.boolean('withoutOther is not valid.')),
  }),
  reply: z.object({ data: z.object({ revision: z.nullable(z.number()), other: z.string() }) }),
})

/** Of a comment, an answer or a question: the draft that ends with it, if it is still that one. */
export const sentDraft = z.optional(revision)
