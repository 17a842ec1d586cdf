import * as z from 'zod/mini'
import type { MailReportKind } from '#server/platform/db/tables.ts'

const verdict = z.optional(z.object({ status: z.string() }))
const instant = z.optional(z.string())
const recipients = z.optional(
  z.array(z.looseObject({ diagnosticCode: z.optional(z.string()), status: z.optional(z.string()) })),
)

const sentMail = z.looseObject({
  messageId: z.string(),
  timestamp: z.string(),
  tags: z.optional(z.record(z.string(), z.array(z.string()))),
})

/** A mail event of Amazon SES: of event publishing (`eventType`) or of the older notifications (`notificationType`). */
export const sesEvent = z.looseObject({
  eventType: z.optional(z.string()),
  notificationType: z.optional(z.string()),
  mail: sentMail,
  bounce: z.optional(
    z.looseObject({
      bounceType: z.string(),
      bounceSubType: z.optional(z.string()),
      timestamp: instant,
      bouncedRecipients: recipients,
    }),
  ),
  complaint: z.optional(z.looseObject({ timestamp: instant, complaintFeedbackType: z.optional(z.string()) })),
  delivery: z.optional(z.looseObject({ timestamp: instant, smtpResponse: z.optional(z.string()) })),
  reject: z.optional(z.looseObject({ reason: z.optional(z.string()) })),
  failure: z.optional(z.looseObject({ errorMessage: z.optional(z.string()) })),
  deliveryDelay: z.optional(
    z.looseObject({
      timestamp: instant,
      delayType: z.optional(z.string()),
      delayedRecipients: recipients,
    }),
  ),
})
type SesEvent = z.infer<typeof sesEvent>

/** A mail that Amazon SES received for us. */
export const sesReceived = z.looseObject({
  notificationType: z.literal('Received'),
  receipt: z.looseObject({
    recipients: z.array(z.string()),
    spfVerdict: verdict,
    dkimVerdict: verdict,
    dmarcVerdict: verdict,
    spamVerdict: verdict,
    virusVerdict: verdict,
    action: z.looseObject({
      type: z.string(),
      bucketName: z.optional(z.string()),
      objectKey: z.optional(z.string()),
      encoding: z.optional(z.string()),
    }),
  }),
  mail: z.looseObject({ source: z.string(), messageId: z.string() }),
  content: z.optional(z.string()),
})
export type SesReceived = z.infer<typeof sesReceived>

export interface SesReport {
  kind: MailReportKind
  at: string | undefined
  detail: string | undefined
}

const diagnosticOf = (found: z.infer<typeof recipients>) => {
  const [first] = found ?? []
  return first?.diagnosticCode ?? first?.status
}

/** A transient bounce that may be an auto-reply; after any other bounce SES does not retry. */
const isAmbiguousBounce = (bounce: SesEvent['bounce']) =>
  bounce?.bounceType === 'Transient' && (bounce.bounceSubType ?? 'General') === 'General'

/** What each event means for a mail. Opens, clicks and subscriptions mean nothing. */
const reportParsers = new Map<string, (event: SesEvent) => SesReport>(
  Object.entries({
    Send: ({ mail }) => ({ kind: 'accepted', at: mail.timestamp, detail: undefined }),
    Delivery: ({ delivery }) => ({
      kind: 'delivered',
      at: delivery?.timestamp,
      detail: delivery?.smtpResponse,
    }),
    Bounce: ({ bounce }) => ({
      kind: isAmbiguousBounce(bounce) ? 'deferred' : 'bounced',
      at: bounce?.timestamp,
      detail: diagnosticOf(bounce?.bouncedRecipients) ?? bounce?.bounceSubType,
    }),
    Complaint: ({ complaint }) => ({
      kind: 'complained',
      at: complaint?.timestamp,
      detail: complaint?.complaintFeedbackType,
    }),
    Reject: ({ mail, reject }) => ({ kind: 'refused', at: mail.timestamp, detail: reject?.reason }),
    'Rendering Failure': ({ mail, failure }) => ({
      kind: 'refused',
      at: mail.timestamp,
      detail: failure?.errorMessage,
    }),
    DeliveryDelay: ({ deliveryDelay }) => ({
      kind: 'deferred',
      at: deliveryDelay?.timestamp,
      detail: diagnosticOf(deliveryDelay?.delayedRecipients) ?? deliveryDelay?.delayType,
    }),
  } satisfies Record<string, (event: SesEvent) => SesReport>),
)

/** Null for an event that is not about delivery. */
export const toSesReport = (event: SesEvent): SesReport | null =>
  reportParsers.get(event.eventType ?? event.notificationType ?? '')?.(event) ?? null

/** Our id of the mail, which we sent as a tag. */
export const mailIdOf = ({ mail }: SesEvent): string | undefined => mail.tags?.mail_id?.[0]
