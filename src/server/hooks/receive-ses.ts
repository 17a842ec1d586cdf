import * as z from 'zod/mini'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Call } from '#server/platform/work.ts'
import type { MailReportKind } from '#server/platform/db/tables.ts'
import type { InboundMail, ParsedMail, Verdict } from './inbound/inbound-mail.ts'
import { parseMime } from './inbound/parse-mime.ts'
import { receiveMail } from './inbound/receive-mail.ts'
import { receiveReports } from './mail-reports.ts'

const verdict = z.optional(z.object({ status: z.string() }))
const instant = z.optional(z.string())
const recipients = z.optional(
  z.array(
    z.looseObject({
      action: z.optional(z.string()),
      diagnosticCode: z.optional(z.string()),
      status: z.optional(z.string()),
    }),
  ),
)

const sentMail = z.looseObject({
  messageId: z.string(),
  timestamp: z.string(),
  tags: z.optional(z.record(z.string(), z.array(z.string()))),
})

/** A mail event of Amazon SES: of event publishing (`eventType`) or of the older notifications (`notificationType`). */
const sesEvent = z.looseObject({
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

const sesReceived = z.looseObject({
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
type SesReceived = z.infer<typeof sesReceived>

interface SesReport {
  kind: MailReportKind
  at: string | undefined
  detail: string | undefined
}

const diagnosticOf = (found: z.infer<typeof recipients>) => {
  const [first] = found ?? []
  return first?.diagnosticCode ?? first?.status
}

/**
 * A transient bounce that may be an auto-reply; after any other bounce SES does not retry. A recipient that failed with a
 * status is no answering machine.
 */
const isAmbiguousBounce = (bounce: SesEvent['bounce']) =>
  bounce?.bounceType === 'Transient' &&
  (bounce.bounceSubType ?? 'General') === 'General' &&
  !(bounce.bouncedRecipients ?? []).some(
    ({ action, status }) => action?.toLowerCase() === 'failed' && status !== undefined,
  )

/** Opens, clicks and subscriptions are ignored. */
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

const toSesReport = (event: SesEvent): SesReport | null =>
  reportParsers.get(event.eventType ?? event.notificationType ?? '')?.(event) ?? null

const mailIdOf = ({ mail }: SesEvent): string | undefined => mail.tags?.mail_id?.[0]

/** Bytes; the limit of SES. */
const maxMailBytes = 40 * 1024 * 1024

const parseInstant = (text: string | undefined, now: Date) => {
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? now : at
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** `messageId` is the SNS message's id, by which a repeat is recognised. */
export async function receiveSesMessage(
  call: Call<Actor>,
  message: string,
  messageId: string,
): Promise<void> {
  const json = parseJson(message)
  const received = sesReceived.safeParse(json)
  if (received.success) return receiveSesMail(call, received.data)
  const event = sesEvent.safeParse(json)
  const report = event.success ? toSesReport(event.data) : null
  if (!event.success || !report) return
  const mailId = mailIdOf(event.data)
  await receiveReports(call, [
    {
      ...(mailId ? { mailId } : { providerMessageId: event.data.mail.messageId }),
      provider: 'AWS',
      eventId: messageId,
      kind: report.kind,
      at: parseInstant(report.at, call.now),
      detail: report.detail ?? null,
    },
  ])
}

const verdicts: ReadonlyMap<string, Verdict> = new Map([
  ['PASS', 'pass'],
  ['FAIL', 'fail'],
])
const verdictOf = (found: { status: string } | undefined): Verdict =>
  verdicts.get(found?.status ?? '') ?? 'unknown'

const suspicionOf = ({ virusVerdict, spamVerdict }: SesReceived['receipt']): InboundMail['suspected'] => {
  if (verdictOf(virusVerdict) === 'fail') return 'virus'
  return verdictOf(spamVerdict) === 'fail' ? 'spam' : undefined
}

/**
 * SES gives one verdict for all signatures: with several signatures, or an ambiguous one (''), it proves none of them.
 */
export const dkimVerdicts = (
  { dkimVerdict }: Pick<SesReceived['receipt'], 'dkimVerdict'>,
  { signedBy }: Pick<ParsedMail, 'signedBy'>,
): InboundMail['verdicts']['dkim'] => {
  const [domain, ...others] = new Set(signedBy)
  return domain && others.length === 0 ? [{ domain, verdict: verdictOf(dkimVerdict) }] : []
}

async function receiveSesMail(call: Call<Actor>, received: SesReceived): Promise<void> {
  const { receipt, mail } = received
  const envelope = { from: mail.source, to: receipt.recipients }
  const spf = verdictOf(receipt.spfVerdict)
  const read = async () => {
    const bytes = await loadMailBytes(call, received)
    if (!bytes) {
      call.log.warn(
        { action: receipt.action.type },
        'an incoming mail has neither content nor a bucket object',
      )
      return null
    }
    const parsed = await parseMime(bytes)
    const verdicts = { spf, dmarc: verdictOf(receipt.dmarcVerdict), dkim: dkimVerdicts(receipt, parsed) }
    return {
      mail: { ...parsed, envelope, verdicts, suspected: suspicionOf(receipt) },
      size: bytes.length,
    }
  }
  await receiveMail(call, { envelope, spf, read })
}

/** The mail's bytes, from the notification or from the bucket; 503 if the bucket cannot be read. */
async function loadMailBytes({ config, log }: Call<Actor>, received: SesReceived): Promise<Buffer | null> {
  const { action } = received.receipt
  if (received.content !== undefined)
    return Buffer.from(received.content, action.encoding === 'BASE64' ? 'base64' : 'utf8')
  const { inboundBucket } = config.hooks
  if (!action.bucketName || !action.objectKey) return null
  if (action.bucketName !== inboundBucket?.bucket) {
    log.error({ bucket: action.bucketName }, 'an incoming mail is in an unknown bucket')
    return refuse('unavailable', 'The mail lies in no bucket of ours.')
  }
  const { readObject } = await import('#server/platform/files/s3-store.ts')
  return readObject(inboundBucket, action.objectKey, maxMailBytes).catch((error: unknown) => {
    log.error({ err: error }, 'an incoming mail could not be read from its bucket')
    return refuse('unavailable', 'The mail cannot be read from its bucket.')
  })
}
