import { X509Certificate, createVerify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'
import { refuse } from '#server/platform/refusal.ts'
import type { Platform } from '#server/platform/work.ts'
import { refuseSignature, refuseWebhook } from './refuse-webhook.ts'

const timeoutMs = 10_000
const maxCertificateBytes = 16 * 1024

/** Cached without expiry, because Amazon publishes a renewed certificate under a new URL. */
const certificates = new Map<string, Promise<X509Certificate>>()
const maxCachedCertificates = 20

async function readCertificate({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > maxCertificateBytes) throw new Error('too long for a certificate')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function fetchCertificate(url: string): Promise<X509Certificate> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  return new X509Certificate(response.ok ? await readCertificate(response) : '')
}

function loadCertificate(url: string): Promise<X509Certificate> {
  const cached = certificates.get(url)
  if (cached) return cached
  if (certificates.size >= maxCachedCertificates) certificates.clear()
  const fetched = fetchCertificate(url)
  certificates.set(url, fetched)
  // A failed request is not cached, so that the next message tries again.
  fetched.catch(() => certificates.delete(url))
  return fetched
}

function parseMessage(headers: IncomingHttpHeaders, body: Buffer): SnsMessage {
  if (headers['x-amz-sns-rawdelivery'] === 'true')
    return refuseWebhook('Raw message delivery is on: turn it off for this subscription.', 'invalid')
  try {
    return snsMessage.parse(JSON.parse(body.toString('utf8')))
  } catch {
    return refuseWebhook('This is not an Amazon SNS message.', 'invalid')
  }
}

/** The topic is checked too, because Amazon signs messages of any customer's topic. */
export async function verifySnsMessage(
  { config, clock, log }: Platform,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<SnsMessage> {
  const { snsTopics, snsSignatureVersions, snsEndpoint } = config.hooks
  const message = parseMessage(headers, body)
  const now = clock()
  if (!snsTopics.includes(message.TopicArn)) return refuseWebhook('This topic is not one of ours.')
  if (!isFresh(message, now)) return refuseWebhook('The message is too old.')
  if (!snsSignatureVersions.includes(message.SignatureVersion))
    return refuseWebhook("Signature version 1: set the topic's SignatureVersion to 2.")
  if (!isCertificateUrl(message.SigningCertURL, snsEndpoint)) return refuseSignature()
  const certificate = await loadCertificate(message.SigningCertURL).catch((error: unknown) => {
    log.warn({ err: error }, 'a certificate of Amazon SNS could not be fetched')
    return refuse('unavailable', 'The certificate of the signature cannot be fetched.')
  })
  return isSigned(message, certificate, now) ? message : refuseSignature()
}

/** 503 on failure, so that SNS retries. */
export async function confirmSubscription({ config, log }: Platform, message: SnsMessage): Promise<void> {
  const { SubscribeURL, TopicArn } = message
  if (!isSnsUrl(SubscribeURL, config.hooks.snsEndpoint))
    return refuseWebhook('This address confirms nothing.')
  const response = await fetch(SubscribeURL, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    log.warn({ err: error, topic: TopicArn }, 'a subscription could not be confirmed')
    return null
  })
  await response?.body?.cancel()
  if (!response?.ok) return refuse('unavailable', 'The subscription could not be confirmed.')
  log.info({ topic: TopicArn }, 'a subscription is confirmed')
}

const messageTypes = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const

/** What Amazon SNS posts to an endpoint; the body is JSON with the type text/plain. */
const snsMessage = z.object({
  Type: z.enum(messageTypes),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.iso.datetime(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
  Subject: z.optional(z.nullable(z.string())),
  Token: z.optional(z.string()),
  SubscribeURL: z.optional(z.string()),
})
type SnsMessage = z.infer<typeof snsMessage>

const subscriptionFields = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
] as const

/** In alphabetical order, as Amazon signs them. */
const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: subscriptionFields,
  UnsubscribeConfirmation: subscriptionFields,
} as const satisfies Record<SnsMessage['Type'], readonly (keyof SnsMessage)[]>

const digests = { 1: 'RSA-SHA1', 2: 'RSA-SHA256' } as const

/** Name and value of each signed field on lines of their own; absent fields are omitted. */
const signedText = (message: SnsMessage): string =>
  signedFields[message.Type]
    .map((field) => (message[field] == null ? '' : `${field}\n${message[field]}\n`))
    .join('')

function isSigned(message: SnsMessage, certificate: X509Certificate, now: Date): boolean {
  if (now < new Date(certificate.validFrom) || now > new Date(certificate.validTo)) return false
  return createVerify(digests[message.SignatureVersion])
    .update(signedText(message), 'utf8')
    .verify(certificate.publicKey, message.Signature, 'base64')
}

const snsHostPattern = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/

function isSnsUrl(text: string | undefined, endpoint: string | undefined): text is string {
  if (text === undefined || !URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username || url.password) return false
  if (endpoint && url.origin === new URL(endpoint).origin) return true
  return url.protocol === 'https:' && url.port === '' && snsHostPattern.test(url.hostname)
}

/** Other files on Amazon's domains are not accepted as certificates. */
const isCertificateUrl = (text: string, endpoint: string | undefined): boolean =>
  isSnsUrl(text, endpoint) && /\/SimpleNotificationService[\w-]*\.pem$/.test(new URL(text).pathname)

/** SNS retries for less than an hour, so an older message is a replay. */
const maxAgeMs = 65 * 60_000
const clockSkewMs = 5 * 60_000

function isFresh({ Timestamp }: SnsMessage, now: Date): boolean {
  const age = now.getTime() - new Date(Timestamp).getTime()
  return age >= -clockSkewMs && age <= maxAgeMs
}
