import * as z from 'zod/mini'
import type { MailReportKind } from '#server/platform/db/tables.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Call } from '#server/platform/work.ts'
import { receiveReports } from './mail-reports.ts'

const text = z.optional(z.string())
/** Events are parsed one by one, so that an unexpected one does not fail the others. */
const sendgridEvents = z.array(z.unknown())
const sendgridEvent = z.looseObject({
  event: z.string(),
  // A longer one does not fit the index.
  sg_event_id: z.string().check(z.regex(/^[!-~]{1,500}$/)),
  /** Seconds. */
  timestamp: z.number().check(z.minimum(0), z.maximum(253_402_300_799)),
  mail_id: text,
  type: text,
  reason: text,
  response: text,
  status: text,
  sg_message_id: text,
})
type SendgridEvent = z.infer<typeof sendgridEvent>

/**
 * What each event means for a mail. A bounce of type `blocked` is temporary: the address may be valid, but SendGrid does
 * not retry, so this mail did not arrive.
 */
const reportKinds = new Map<string, (event: SendgridEvent) => MailReportKind>([
  ['processed', () => 'accepted'],
  ['delivered', () => 'delivered'],
  ['deferred', () => 'deferred'],
  ['bounce', ({ type }) => (type === 'blocked' ? 'refused' : 'bounced')],
  ['dropped', () => 'refused'],
  ['spamreport', () => 'complained'],
])

/** Null for an event that is not about delivery. */
const reportKind = (event: SendgridEvent): MailReportKind | null =>
  reportKinds.get(event.event)?.(event) ?? null

function parseEvents(body: Buffer): SendgridEvent[] {
  try {
    const events = sendgridEvents.parse(JSON.parse(body.toString('utf8')))
    return events.flatMap((event) => sendgridEvent.safeParse(event).data ?? [])
  } catch {
    return refuse('invalid', 'These are not SendGrid events.')
  }
}

/** Records SendGrid's delivery events, each once. */
export async function receiveSendgridEvents(call: Call<Actor>, body: Buffer): Promise<void> {
  const reports = parseEvents(body).flatMap((event) => {
    const kind = reportKind(event)
    if (!kind || !event.mail_id) return []
    const detail = event.reason ?? event.response ?? event.status ?? null
    const at = new Date(event.timestamp * 1000)
    return [{ mailId: event.mail_id, provider: 'Sendgrid', eventId: event.sg_event_id, kind, at, detail }]
  })
  await receiveReports(call, reports)
}
