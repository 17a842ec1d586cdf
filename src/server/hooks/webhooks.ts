import { createVerify, timingSafeEqual, createHash, type KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { requestCall } from '#server/platform/http/call.ts'
import { rememberCaller } from '#server/platform/http/caller.ts'
import { limitLargeBodies } from '#server/platform/http/large-bodies.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Call, Platform } from '#server/platform/work.ts'
import type { MailReportKind } from '#server/platform/db/tables.ts'
import { receiveInboundForm } from './receive-form.ts'
import { receiveSesMessage } from './receive-ses.ts'
import { hasFreshStripeSignature, isSignedByStripe, receiveStripeEvent } from './receive-stripe.ts'
import { confirmSubscription, verifySnsMessage } from './receive-sns.ts'
import { refuseAddress, refuseWebhook, refuseSignature } from './refuse-webhook.ts'
import { receiveReports } from './mail-reports.ts'

const hourMs = 60 * 60_000
const clockSkewMs = 5 * 60_000
/** SendGrid's retry periods: older signatures are refused, repeats within the period are recognised by their id. */
const maxAgeMs = { events: 25 * hourMs, inbound: 73 * hourMs } as const

const singleHeader = (header: string | string[] | undefined) =>
  typeof header === 'string' ? header : undefined

const signatureOf = (headers: IncomingHttpHeaders) => ({
  signature: singleHeader(headers['x-twilio-email-event-webhook-signature']),
  timestamp: singleHeader(headers['x-twilio-email-event-webhook-timestamp']),
})

/** Before the body is read; `verifySignature` checks the signature afterwards. */
function hasFreshSignature(headers: IncomingHttpHeaders, now: Date, maxAge: number): boolean {
  const { signature, timestamp } = signatureOf(headers)
  if (!signature || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false
  const age = now.getTime() - Number(timestamp) * 1000
  return age >= -clockSkewMs && age <= maxAge
}

/** Verifies the ECDSA signature over the timestamp and the raw body. */
function isSigned(headers: IncomingHttpHeaders, body: Buffer, key: KeyObject): boolean {
  const { signature = '', timestamp = '' } = signatureOf(headers)
  return createVerify('SHA256').update(timestamp).update(body).verify(key, signature, 'base64')
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time. */
const secretsMatch = (candidate: string, secret: string): boolean =>
  timingSafeEqual(digest(candidate), digest(secret))

function basicAuthPassword(authorization: string | undefined): string | undefined {
  const [, base64] = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '') ?? []
  if (!base64) return undefined
  const pair = Buffer.from(base64, 'base64').toString('utf8')
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined
}

type HookName = keyof typeof maxAgeMs

function requireSignatureHeader(
  { config, clock }: Platform,
  headers: IncomingHttpHeaders,
  hook: HookName,
): void {
  if (config.hooks.sendgridKeys.length === 0) return refuseAddress()
  if (!hasFreshSignature(headers, clock(), maxAgeMs[hook])) return refuseSignature()
}

function verifySignature({ config }: Platform, headers: IncomingHttpHeaders, body: Buffer): void {
  if (!config.hooks.sendgridKeys.some((key) => isSigned(headers, body, key))) refuseSignature()
}

/** The key stands in the path or as the password. */
function hasInboundKey(
  { config }: Platform,
  { authorization }: IncomingHttpHeaders,
  inPath: string | undefined,
): boolean {
  const { inboundKey } = config.hooks
  const candidate = inPath ?? basicAuthPassword(authorization)
  return inboundKey !== undefined && candidate !== undefined && secretsMatch(candidate, inboundKey)
}

/** Bytes. An SNS message has at most 256 KB before it is escaped as JSON within JSON. */
const maxSnsBytes = 2 * 1024 * 1024
const maxEventBytes = 10 * 1024 * 1024
/** An event of Stripe has one object; a dispute's evidence has at most 150,000 characters. */
const maxStripeBytes = 1024 * 1024
/** SendGrid's mails have at most 30 MB. */
const maxFormBytes = 35 * 1024 * 1024
/** Concurrent large bodies: with a key checked before, and with a signature checked afterwards. */
const largeBodies = {
  proven: { perAddress: 4, perHolder: 4, strangers: 0, total: 4 },
  unproven: { perAddress: 1, perHolder: 2, strangers: 4, total: 4 },
}

const requireBytes = ({ body }: FastifyRequest): Buffer =>
  Buffer.isBuffer(body) ? body : refuse('invalid', 'The request could not be read.')
const acknowledge = (reply: FastifyReply) => reply.send({ status: 1, message: '' })

const actorOf = (provider: string): Actor => ({ kind: 'mail', name: provider })

/** Not contract endpoints, because bodies and signatures are the providers' own. */
export function serveWebhooks(app: FastifyInstance, platform: Platform) {
  const callOf = (request: FastifyRequest, provider: string): Call<Actor> => {
    rememberCaller(request, actorOf(provider))
    return requestCall(platform, request, actorOf(provider))
  }

  void app.register(async (hooks) => {
    // Signatures are computed over the raw bytes.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, next) => next(null, body))

    hooks.route({
      method: 'POST',
      url: '/api/hooks/sns',
      bodyLimit: maxSnsBytes,
      onRequest: async ({ headers }) => {
        const { snsTopics } = platform.config.hooks
        if (snsTopics.length === 0) return refuseAddress()
        const topic = headers['x-amz-sns-topic-arn']
        if (typeof topic !== 'string' || !snsTopics.includes(topic))
          return refuseWebhook('This topic is not one of ours.')
      },
      handler: async (request, reply) => {
        const message = await verifySnsMessage(platform, request.headers, requireBytes(request))
        if (message.Type === 'SubscriptionConfirmation') await confirmSubscription(platform, message)
        if (message.Type === 'Notification')
          await receiveSesMessage(callOf(request, 'AWS'), message.Message, message.MessageId)
        return acknowledge(reply)
      },
    })

    hooks.route({
      method: 'POST',
      url: '/api/hooks/stripe',
      bodyLimit: maxStripeBytes,
      onRequest: async ({ headers }) => {
        if (platform.config.hooks.stripeSecrets.length === 0) return refuseAddress()
        if (!hasFreshStripeSignature(headers, platform.clock())) return refuseSignature()
      },
      handler: async (request, reply) => {
        const body = requireBytes(request)
        const { stripeSecrets } = platform.config.hooks
        if (!isSignedByStripe(request.headers, body, stripeSecrets)) return refuseSignature()
        const actor = { kind: 'job', name: 'Stripe' } as const
        rememberCaller(request, actor)
        await receiveStripeEvent(requestCall(platform, request, actor), body)
        return acknowledge(reply)
      },
    })

    const allowEvents = limitLargeBodies(largeBodies.unproven)
    hooks.route({
      method: 'POST',
      url: '/api/hooks/sendgrid/events',
      bodyLimit: maxEventBytes,
      onRequest: async (request, reply) => {
        requireSignatureHeader(platform, request.headers, 'events')
        allowEvents(request, reply)
      },
      handler: async (request, reply) => {
        const body = requireBytes(request)
        verifySignature(platform, request.headers, body)
        await receiveSendgridEvents(callOf(request, 'Sendgrid'), body)
        return acknowledge(reply)
      },
    })

    const allowProven = limitLargeBodies(largeBodies.proven)
    const allowUnproven = limitLargeBodies(largeBodies.unproven)
    for (const url of ['/api/hooks/sendgrid/inbound', '/api/hooks/sendgrid/inbound/:key'])
      hooks.route<{ Params: { key?: string } }>({
        method: 'POST',
        url,
        bodyLimit: maxFormBytes,
        onRequest: async (request, reply) => {
          const { headers, params } = request
          if (hasInboundKey(platform, headers, params.key)) {
            rememberCaller(request, actorOf('Sendgrid'))
            return allowProven(request, reply)
          }
          requireSignatureHeader(platform, headers, 'inbound')
          return allowUnproven(request, reply)
        },
        handler: async (request, reply) => {
          const { headers, params } = request
          const body = requireBytes(request)
          if (!hasInboundKey(platform, headers, params.key)) verifySignature(platform, headers, body)
          await receiveInboundForm(callOf(request, 'Sendgrid'), body, headers['content-type'] ?? '')
          return acknowledge(reply)
        },
      })
  })
}

const text = z.optional(z.string())
/** Events are parsed one by one, so that an unexpected one does not fail the others. */
const sendgridEvents = z.array(z.unknown())
const sendgridEvent = z.looseObject({
  event: z.string(),
  // The index takes no longer value.
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

/** A `blocked` bounce is temporary (the address may be valid), but SendGrid does not retry it. */
const reportKinds = new Map<string, (event: SendgridEvent) => MailReportKind>([
  ['processed', () => 'accepted'],
  ['delivered', () => 'delivered'],
  ['deferred', () => 'deferred'],
  ['bounce', ({ type }) => (type === 'blocked' ? 'refused' : 'bounced')],
  ['dropped', () => 'refused'],
  ['spamreport', () => 'complained'],
])

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

async function receiveSendgridEvents(call: Call<Actor>, body: Buffer): Promise<void> {
  const reports = parseEvents(body).flatMap((event) => {
    const kind = reportKind(event)
    if (!kind || !event.mail_id) return []
    const detail = event.reason ?? event.response ?? event.status ?? null
    const at = new Date(event.timestamp * 1000)
    return [{ mailId: event.mail_id, provider: 'Sendgrid', eventId: event.sg_event_id, kind, at, detail }]
  })
  await receiveReports(call, reports)
}
