import type { IncomingHttpHeaders } from 'node:http'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Call, Platform } from '#server/platform/work.ts'
import type { Delivery, Verdict } from '../inbound/inbound-mail.ts'
import { receiveMail } from '../inbound/receive-mail.ts'
import { takeReports } from '../mail-reports.ts'
import { envelopeOf, fieldOf, readForm, readParts } from './inbound-form.ts'
import {
  bringsSignature,
  isSameSecret,
  isSigned,
  longestWay,
  passwordOf,
  reportKind,
  sendgridEvent,
  sendgridEvents,
  type SendgridEvent,
} from './signature.ts'

const notSigned = (): never => refuse('forbidden', 'The signature is not valid.')

type Way = keyof typeof longestWay

/** Refuses, before the body is read, what brings no signature that may be good. */
export function expectSignature({ config, clock }: Platform, headers: IncomingHttpHeaders, way: Way): void {
  if (config.hooks.sendgridKeys.length === 0) return refuse('notFound', 'There is nothing at this address.')
  if (!bringsSignature(headers, clock(), longestWay[way])) return notSigned()
}

/** Refuses a body that SendGrid did not sign. */
export function checkSignature({ config }: Platform, headers: IncomingHttpHeaders, body: Buffer): void {
  if (!config.hooks.sendgridKeys.some((key) => isSigned(headers, body, key))) notSigned()
}

/** Whether a caller knows the secret part of the inbound address, as part of the path or as a password. */
export function knowsInboundKey(
  { config }: Platform,
  { authorization }: IncomingHttpHeaders,
  inPath: string | undefined,
): boolean {
  const { inboundKey } = config.hooks
  const given = inPath ?? passwordOf(authorization)
  return inboundKey !== undefined && given !== undefined && isSameSecret(given, inboundKey)
}

function readEvents(body: Buffer): SendgridEvent[] {
  try {
    const events = sendgridEvents.parse(JSON.parse(body.toString('utf8')))
    return events.flatMap((event) => sendgridEvent.safeParse(event).data ?? [])
  } catch {
    return refuse('invalid', 'These are no events of SendGrid.')
  }
}

/** Takes what SendGrid tells of mails, each event once. */
export async function takeSendgridEvents(call: Call<Actor>, body: Buffer): Promise<void> {
  const reports = readEvents(body).flatMap((event) => {
    const kind = reportKind(event)
    if (!kind || !event.mail_id) return []
    const detail = event.reason ?? event.response ?? event.status ?? null
    const at = new Date(event.timestamp * 1000)
    return [{ mailId: event.mail_id, provider: 'Sendgrid', eventId: event.sg_event_id, kind, at, detail }]
  })
  await takeReports(call, reports)
}

const verdicts: ReadonlyMap<string, Verdict> = new Map([
  ['pass', 'pass'],
  ['fail', 'fail'],
  ['softfail', 'fail'],
])
const verdictOf = (result: string): Verdict => verdicts.get(result.trim().toLowerCase()) ?? 'unknown'

/** `{@example.com : pass, @example.net : fail}`, of which nobody needs more than these characters. */
const dkimOf = (text: string): { domain: string; verdict: Verdict }[] =>
  [...text.slice(0, 2000).matchAll(/@?([\w.-]+)\s*:\s*(\w+)/g)].map(([, domain = '', result = '']) => ({
    domain,
    verdict: verdictOf(result),
  }))

/** Takes a mail that SendGrid received for us. */
export async function takeInboundForm(call: Call<Actor>, body: Buffer, contentType: string): Promise<void> {
  const parts = await readParts(body, contentType)
  const mail = await readForm(parts)
  const delivery: Delivery = {
    ...envelopeOf(parts),
    findings: () => ({
      spf: verdictOf(fieldOf(parts, 'SPF')),
      dmarc: 'unknown',
      dkim: dkimOf(fieldOf(parts, 'dkim')),
    }),
  }
  const source = ['email', 'headers', 'text', 'html'].flatMap((name) => parts.get(name)?.bytes ?? [])
  await receiveMail(call, mail, delivery, Buffer.concat(source))
}
