import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { receivedStates } from './rules/downloads.ts'
import { languageCodes } from './rules/languages.ts'
import { readOrderId } from './rules/order-id.ts'
import { requestForCustomer } from './requests.ts'
import { orderId, reachableAddress, requiredText, textLimits, ignoredText } from './common-schemas.ts'

/** Becomes the plain id. What cannot be an order id is refused before it counts as a try (product §6). */
const trackedOrderId = z.pipe(
  z.union([z.string().check(z.maxLength(textLimits.line)), z.number()], 'Please enter your orderId').check(
    z.refine((value) => String(value).trim() !== '', { error: 'Please enter your orderId', abort: true }),
    z.refine(
      (value) => readOrderId(String(value)) !== null,
      'This is not an order ID. It has 6 to 15 digits.',
    ),
  ),
  z.transform((value) => Number(readOrderId(String(value)))),
)

/** The code of each 429: the link is offered by mail to the order's address (product §6). */
export const linkByMail = 'LINK_BY_MAIL'

/** A wrong id, a wrong e-mail and a deleted order get the same answer in the same time (product §6). */
export const trackOrder = endpoint({
  method: 'POST',
  path: '/front/track-order',
  summary: 'Open an order with its id and e-mail',
  allow: 'anyone',
  body: z.object({
    orderId: trackedOrderId,
    email: requiredText('Please enter your email', textLimits.paragraph),
    landing_domain: ignoredText,
  }),
})

const downloadRow = z.object({
  order_id: z.number(),
  create_ts: z.string(),
  ip: z.string(),
  timezone: z.string(),
  browser: z.string(),
  os: z.string(),
  received: z.enum(receivedStates),
  /** Further whole downloads on that day, which have no rows of their own. */
  repeats: z.number(),
})
export type DownloadRow = z.infer<typeof downloadRow>

/** The progress of an order as its visitor sees it; selects the texts of the page. */
const visitorStages = ['received', 'preparing', 'answer', 'customs', 'correcting', 'ready', 'closed'] as const
export type VisitorStage = (typeof visitorStages)[number]

export const visitorSteps = ['received', 'preparing', 'customs', 'ready'] as const
export type VisitorStepKey = (typeof visitorSteps)[number]

/** `at` is null if the step's time is unknown or still to come. */
const visitorStep = z.object({
  key: z.enum(visitorSteps),
  state: z.enum(['done', 'now', 'todo']),
  at: z.nullable(z.string()),
})
export type VisitorStep = z.infer<typeof visitorStep>

/** What the buyer was shown at the sale (product §14). Times are instants, fees decimals. */
export const saleDisclosure = z.object({
  text: z.string(),
  /** Of the text. */
  language: z.enum(languageCodes),
  shown_at: z.nullable(z.string()),
  accepted_at: z.nullable(z.string()),
  government_fee: z.nullable(z.string()),
  service_fee: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  statement_name: z.nullable(z.string()),
})
export type SaleDisclosure = z.infer<typeof saleDisclosure>

const visitorOrder = z.object({
  order_id: z.number(),
  customer_name: z.string(),
  /** Address of its mails; masked for a visitor who opened the order with the traveller's e-mail. */
  email: z.string(),
  order_type: z.enum(['Arrival', 'Departure', 'Unknown']),
  /** The status as shown to the visitor. */
  process_status: z.string(),
  stage: z.enum(visitorStages),
  landing_domain: z.string(),
  travel_date: z.nullable(z.string()),
  application_email: z.string(),
  /** The language the order was placed in, if supported. */
  language: z.nullable(z.enum(languageCodes)),
  steps: z.array(visitorStep),
  /** What was bought; null for a visitor who opened the order with the traveller's e-mail. */
  bought: z.nullable(
    z.object({
      amount: z.nullable(z.string()),
      currency: z.nullable(z.string()),
      at: z.string(),
      /** The charge's name on the buyer's statement; '' if unknown. */
      statement_name: z.string(),
    }),
  ),
  /** The day by which the money is promised back if the order is stopped now; null if it cannot stop at once. */
  stops_with_refund_by: z.nullable(z.string()),
  /** The customer's newest request. */
  request: z.nullable(requestForCustomer),
  /** Null unless its words are known, and for a visitor who opened the order with the traveller's e-mail. */
  disclosure: z.nullable(saleDisclosure),
  documents: z.array(
    z.object({
      file1: z.string(),
      customer_name: z.string(),
      /** Name of its traveller; null for a document of the whole order. */
      traveller_name: z.nullable(z.string()),
      name: z.string(),
      created_at: z.string(),
      size: z.number(),
      content_type: z.string(),
      /** Path of the preview of its first page, from the root; null until there is one. */
      preview: z.nullable(z.string()),
      /** The document's QR code: modules per side, and its dark modules as an SVG path. */
      qr: z.nullable(z.object({ size: z.number(), path: z.string() })),
    }),
  ),
})
export type VisitorOrder = z.infer<typeof visitorOrder>

export const downloadHistory = endpoint({
  method: 'POST',
  path: '/front/get-download-history',
  summary: 'The order as its visitor may see it, with the download history',
  allow: 'visitor',
  readsReplica: 'whileAway',
  body: z.object({ orderId }),
  reply: z.object({ data: z.array(downloadRow), mainResult: visitorOrder, path: z.string() }),
})

export const downloadDocument = endpoint({
  method: 'POST',
  path: '/front/download-passport-doc-pdf',
  summary: 'Record that a download was asked for; it counts once its bytes went',
  allow: 'visitor',
  readsReplica: 'whileAway',
  body: z.object({
    orderId,
    customername: ignoredText,
    file1: requiredText('Please choose a document.', textLimits.line),
    timezone: z.optional(z.string().check(z.maxLength(textLimits.line))),
  }),
})

/** The reply is always the same: whether an order belongs to the address is looked up afterwards. */
export const sendLink = endpoint({
  method: 'POST',
  path: '/front/send-link',
  summary: 'Mail the link to the orders of an address again',
  allow: 'anyone',
  body: z.object({
    email: reachableAddress,
  }),
  /** `kept`: no mail provider is configured, and nothing is sent. */
  reply: z.object({ data: z.object({ kept: z.boolean() }) }),
})
