import * as z from 'zod/mini'
import { orderId, requiredId, textLimits } from './common-schemas.ts'
import { endpoint, largeBodyBytes } from './endpoint.ts'
import { remarkFlagNames } from './rules/remark-flags.ts'
import { maxAskedFields } from './rules/question-limits.ts'
import { stagedTargets } from './rules/staged-moves.ts'

/** A correction, by the section of the order. */
export const correctionDraftKinds = [
  'correct-information',
  'correct-arrival',
  'correct-departure',
  'correct-family',
  'correct-goods',
] as const

/** A comment on an order, an answer to its customer, a question to them, or a form over the order's data. */
export const draftKinds = [
  'remark',
  'answer',
  'question',
  ...correctionDraftKinds,
  'transaction',
  'dispute',
] as const
export type DraftKind = (typeof draftKinds)[number]

/** Twice the values of a large family or list of goods: as begun, and as changed. */
const maxFormLength = 400_000

export const draftContent = z.strictObject({
  text: z
    .string('Text is not valid.')
    .check(z.maxLength(textLimits.letter, `Please enter at most ${textLimits.letter} characters.`)),
  flags: z.array(z.enum(remarkFlagNames, 'Unknown flag.')).check(z.maxLength(remarkFlagNames.length)),
  /** Status that the order gets when the text is sent. */
  moveTo: z.nullable(z.enum(stagedTargets, 'Unknown status.')),
  /** Keys of the fields that a question asks for. */
  fields: z
    .array(z.string('Field is not valid.').check(z.maxLength(textLimits.line)))
    .check(z.maxLength(maxAskedFields, `At most ${maxAskedFields} fields at once.`)),
  /** The values of a form as JSON; '' for none. */
  form: z._default(z.string('Form is not valid.').check(z.maxLength(maxFormLength)), ''),
})
export type DraftContent = z.infer<typeof draftContent>

export const emptyDraft: DraftContent = { text: '', flags: [], moveTo: null, fields: [], form: '' }

/** Fields without a text are not worth keeping. */
export const isEmptyDraft = ({ text, flags, moveTo, form }: DraftContent): boolean =>
  text.trim() === '' && flags.length === 0 && moveTo === null && form === ''

/** Increases with every change. */
const revision = requiredId('Revision is not valid.')

/** An unsent text of the caller. */
export const draft = z.object({
  kind: z.enum(draftKinds),
  revision: z.number(),
  content: draftContent,
  /** A text of another page that this draft replaced; '' if none. */
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
    /** Revision that it is based on; null for none. A newer text is kept as the other text, unless this one contains it. */
    revision: z.nullable(revision),
    /** Discards the other text of this revision. */
    withoutOther: z.optional(z.boolean('withoutOther is not valid.')),
  }),
  reply: z.object({ data: z.object({ revision: z.nullable(z.number()), other: z.string() }) }),
})

/** The draft that is deleted when the text is sent, if its revision is still the same. */
export const sentDraft = z.optional(revision)
