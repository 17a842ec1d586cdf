import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { mailProviders } from './messages.ts'
import { seenRevision } from './revisions.ts'
import { isOrderId } from './rules/order-id.ts'
import { maxTravellers } from './rules/travellers.ts'
import {
  expectedState,
  reachableAddress,
  comparedValues,
  nullableText,
  orderId,
  requiredText,
  uploadResult,
  textLimits,
} from './common-schemas.ts'

export const maxUploadBytes = 20 * 1024 * 1024
/** The `accept` attribute of the file input (spec §5); the server checks the content itself. */
export const uploadAccept = 'application/pdf,image/*'

const provider = z.optional(z.enum(mailProviders, 'Unknown mail provider.'))

const invalidTraveller = 'Traveller is not valid.'
/** Refuses an empty text, which would become 0, the applicant. */
const traveller = z.pipe(
  z.union(
    [
      z.string().check(z.maxLength(textLimits.line), z.regex(/^\d{1,3}$/, invalidTraveller)),
      z.number(invalidTraveller),
    ],
    invalidTraveller,
  ),
  z.pipe(
    z.transform(Number),
    z
      .number(invalidTraveller)
      .check(
        z.int(invalidTraveller),
        z.minimum(0, invalidTraveller),
        z.maximum(maxTravellers - 1, invalidTraveller),
      ),
  ),
)

/** Other orders of the same upload. */
const maxOtherOrders = 20
const invalidOrders = 'Order ids are not valid.'

/** Comma-separated ids, because a form has texts only. */
const otherOrders = z.pipe(
  z.string(invalidOrders).check(
    z.maxLength(textLimits.paragraph),
    z.refine((text) => text === '' || text.split(',').every(isOrderId), invalidOrders),
  ),
  z.pipe(
    z.transform((text: string) => (text === '' ? [] : [...new Set(text.split(',').map(Number))])),
    z.array(z.number()).check(z.maxLength(maxOtherOrders, `At most ${maxOtherOrders} orders at once.`)),
  ),
)

export const uploadDocument = endpoint({
  method: 'POST',
  path: '/admin/upload-visa-document',
  summary: 'Upload the approved document, mail it, and complete the order',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    email: reachableAddress,
    mailServiceProvider: provider,
    replaces: z.optional(z.string().check(z.maxLength(textLimits.line))),
    /** Index of the traveller on the filing sheet, from 0; absent for the whole order. */
    traveller: z.optional(traveller),
    /** Other orders of the journey that wait for a document: each gets a document and a mail. */
    alsoFor: z.optional(otherOrders),
    ...expectedState,
  }),
  file: 'uploadVisaDoc',
  reply: z.object({ data: uploadResult }),
})

export const readDocument = endpoint({
  method: 'POST',
  path: '/admin/read-document',
  summary:
    'What the customer will see of a file, and what it says beside what the order says; nothing is stored',
  allow: 'workOrders',
  body: z.strictObject({ orderId }),
  file: 'uploadVisaDoc',
  reply: z.object({
    data: z.object({
      /** Index of the traveller whom it names alone. */
      traveller: z.nullable(z.number()),
      /** 0 if it could not be read. */
      pages: z.number(),
      /** The first page as the server draws it: WebP in base64. */
      picture: nullableText,
      /** The text of its QR code; '' without one. */
      code: z.string(),
      values: comparedValues,
      warnings: z.array(z.string()),
      compared: z.boolean(),
    }),
  }),
})
export type DocumentReading = z.output<(typeof readDocument)['reply']>['data']

/** Says that a member opened a document that the server did not see; or takes that back. */
export const settleDocument = endpoint({
  method: 'PUT',
  path: '/admin/settle-document',
  summary: 'Settle the mark of a document that could not be drawn or read here',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    file1: requiredText('Please choose a document.', textLimits.line),
    settled: z.boolean(),
  }),
})

export const withdrawDocument = endpoint({
  method: 'PUT',
  path: '/admin/withdraw-document',
  summary: 'Withdraw a wrong document: the visitor loses it at once',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    file1: requiredText('Please choose a document.', textLimits.line),
    reason: requiredText('Please enter a reason.', textLimits.paragraph),
  }),
})

export const resendMail = endpoint({
  method: 'POST',
  path: '/admin/resend-mail',
  summary: 'Send the approved mail again, or with its id any other mail of the order',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    email: reachableAddress,
    mailServiceProvider: provider,
    mailId: z.optional(z.uuid('Mail is not valid.')),
    /** Also saves the address as the order's e-mail. */
    correctEmail: z.optional(z.boolean()),
    /** With `correctEmail`: 409 if another changed the e-mail since. */
    revision: seenRevision,
  }),
  reply: z.object({
    /** Cancels the mail unless it has left; null where it takes the place of a mail that waits for its provider. */
    data: z.object({ undo: z.nullable(z.string()) }),
  }),
})

/** Content of 'View Email Content', rendered by the template of the sent mail. */
export const emailContent = endpoint({
  method: 'GET',
  path: '/admin/email-content/:orderId',
  summary: 'The approved mail as the customer gets it',
  allow: 'workOrders',
  params: z.object({ orderId }),
  reply: z.object({
    data: z.object({
      from: z.string(),
      to: z.string(),
      subject: z.string(),
      html: z.string(),
      text: z.string(),
    }),
  }),
})

export const configuredProviders = endpoint({
  method: 'GET',
  path: '/admin/mail-providers',
  summary: 'The providers that can be chosen for a mail, the default first',
  allow: 'workOrders',
  reply: z.object({
    data: z.array(z.enum(mailProviders)),
    /** None is configured: mails are kept in the local outbox, not sent. */
    keeps_mails: z.boolean(),
  }),
})
