import * as z from 'zod/mini'
import { identifierNames } from '#contract/rules/document-identifiers.ts'
import { isOrderId } from '#contract/rules/order-id.ts'
import { stagedTargets } from '#contract/rules/staged-moves.ts'
import { statuses } from '#contract/rules/statuses.ts'
import { readEmail } from '#contract/rules/email.ts'
import { mailAddressFault } from '#contract/rules/mail-address.ts'
import { gapsIn } from '#contract/rules/placeholders.ts'

/** Maximum lengths of texts in requests, in characters; each string has one of these or its own. */
export const textLimits = {
  /** One line: a name, a reference, a token. */
  line: 200,
  /** A reason, an address, an answer of the official form. */
  paragraph: 2000,
  /** A member's note about an order. */
  note: 10_000,
  /** A mail to a customer. */
  letter: 20_000,
}

/** A required text; white space alone counts as empty. */
export const requiredText = (message: string, max: number) =>
  z
    .string(message)
    .check(z.maxLength(max, `Please enter at most ${max} characters.`), z.trim(), z.minLength(1, message))

/** Refuses a text with a gap of a template. */
export const withoutGaps = z.refine<string>((text) => gapsIn(text).length === 0, {
  error: ({ input }) =>
    `Please fill in ${gapsIn(String(input))
      .map((gap) => `{${gap}}`)
      .join(', ')}.`,
})

/** A required text without gaps of a template. */
export const sentText = (message: string, max: number) => requiredText(message, max).check(withoutGaps)

/** A text that is accepted and ignored: the session says who it is (product §5). */
export const ignoredText = z.optional(z.string().check(z.maxLength(textLimits.paragraph)))

const maxMailAddressLength = 254

/**
 * Whether a mail header can carry the text as one address. Customers' addresses are checked no more strictly than this:
 * an order that was accepted at intake must be able to receive its mail.
 */
export const isMailAddress = (address: string): boolean =>
  address.length <= maxMailAddressLength &&
  /^[^\s@<>()[\],;:\\"\p{C}]+@[^\s@<>()[\],;:\\"\p{C}]+$/u.test(address)

/** A mail address from a form, as read (product §16); refused where no mail service would take it. */
export const reachableAddress = z.pipe(
  requiredText('Please enter your email', textLimits.paragraph),
  z.pipe(
    z.transform(readEmail),
    z
      .string()
      .check(z.refine((it) => isMailAddress(it) && mailAddressFault(it) === null, 'Invalid email address')),
  ),
)

/** An address to sign in with; surrounding white space is trimmed. */
export const emailAddress = (missing: string, invalid: string) =>
  requiredText(missing, textLimits.paragraph).check(
    z.email(invalid),
    z.maxLength(maxMailAddressLength, invalid),
  )

/** An order id as number or numeric string (product §5). */
export const orderId = z.pipe(
  z
    .union([z.string().check(z.maxLength(textLimits.line)), z.number()], 'Order id is not valid.')
    .check(z.refine((value) => isOrderId(String(value).trim()), 'Order id is not valid.')),
  z.transform((value) => Number(value)),
)

export const maxBulkOrders = 1000

/** Takes the message of the list's own check, which the union's error would hide. */
const orderIdsError = (issue: z.core.$ZodRawIssue) => {
  const [, ofList] = issue.code === 'invalid_union' ? issue.errors : []
  return (Array.isArray(issue.input) && ofList?.[0]?.message) || 'Order id is not valid.'
}

/** One id or up to a thousand; duplicates count once (product §3, bulk calls). */
export const orderIds = z.pipe(
  z.union(
    [
      orderId,
      z
        .array(orderId)
        .check(
          z.minLength(1, 'Please select an order.'),
          z.maxLength(maxBulkOrders, `At most ${maxBulkOrders} orders at once.`),
        ),
    ],
    { error: orderIdsError },
  ),
  z.transform((value) => [...new Set(Array.isArray(value) ? value : [value])]),
)

/** A row id of one of our tables, as number or numeric string; anything else is refused with `message`. */
export const requiredId = (message: string) =>
  z.coerce.number(message).check(z.int(message), z.positive(message))

export const rowId = requiredId('Id is not valid.')

/** Page number from 1, and rows per page. */
export const pageQuery = z.looseObject({
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
})

/** A 'Y' flag of a request; booleans are accepted too. */
export const flag = z.pipe(
  z.optional(z.union([z.literal('Y'), z.literal('N'), z.literal(''), z.boolean(), z.null()])),
  z.transform((value) => (value === 'Y' || value === true ? ('Y' as const) : ('' as const))),
)

/** The changed orders of a bulk call, and for each skipped one the reason (product §3). */
export const bulkResult = z.object({
  updated: z.array(z.number()),
  skipped: z.array(z.object({ orderId: z.number(), reason: z.string() })),
  undo: z.nullable(z.string()),
})

/** The state that the order view showed; an upload to a changed order is refused (product §12). */
export const expectedState = {
  expectedStatus: z.optional(z.enum(statuses, 'Unknown status.')),
  expectedDocuments: z.optional(
    z.coerce.number('Number of documents is not valid.').check(z.int('Number of documents is not valid.')),
  ),
}

/** A move in the transaction of a comment or an answer; if the status has changed, the whole call is refused. */
export const stagedMove = {
  updatingStatus: z.optional(z.enum(stagedTargets, 'Unknown status.')),
  expectedStatus: z.optional(z.enum(statuses, 'Unknown status.')),
}

/** Undo token of the move; null without one. */
export const stagedMoveResult = z.object({ undo: z.nullable(z.string()) })

export const uploadResult = z.object({
  file1: z.string(),
  completed: z.boolean(),
  /** Names of the travellers whose missing documents leave the order open (product §3). */
  lacking: z.array(z.string()),
  /** Undo token: withdraws the document, and cancels its mail unless sent. */
  undo: z.nullable(z.string()),
  /** Sentences why the file may belong to another order; they delay the mail and the visitor's access. */
  warnings: z.array(z.string()),
  secondsToMail: z.number(),
  /** Other orders that received the file. */
  alsoFor: z.array(z.number()),
  /** False if the file has neither text nor code, and its bytes are no other document's. */
  compared: z.boolean(),
})

/** A document's values beside an order's. */
export const comparedValues = z.array(
  z.object({
    identifier: z.enum(identifierNames),
    document: z.string(),
    order: z.string(),
    /** Null if unknown. */
    agrees: z.nullable(z.boolean()),
  }),
)

export const yesFlag = z.enum(['Y', ''])

export const nullableText = z.nullable(z.string())
