import { createVerify, X509Certificate } from 'node:crypto'
import * as z from 'zod/mini'

const messageTypes = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const

/** What Amazon SNS posts to an endpoint; the body says text/plain and is JSON. */
export const snsMessage = z.object({
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
export type SnsMessage = z.infer<typeof snsMessage>

const subscriptionFields = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
] as const

/** The fields that are signed, in the order of their names. */
const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: subscriptionFields,
  UnsubscribeConfirmation: subscriptionFields,
} as const satisfies Record<SnsMessage['Type'], readonly (keyof SnsMessage)[]>

const digests = { 1: 'RSA-SHA1', 2: 'RSA-SHA256' } as const

/** Name and value of each signed field on lines of their own; a field that is absent is left out. */
const signedText = (message: SnsMessage): string =>
  signedFields[message.Type]
    .map((field) => (message[field] == null ? '' : `${field}\n${message[field]}\n`))
    .join('')

/** Whether the certificate, valid at `now`, belongs to the key that signed the message. */
export function isSigned(message: SnsMessage, certificate: X509Certificate, now: Date): boolean {
  if (now < new Date(certificate.validFrom) || now > new Date(certificate.validTo)) return false
  return createVerify(digests[message.SignatureVersion])
    .update(signedText(message), 'utf8')
    .verify(certificate.publicKey, message.Signature, 'base64')
}

const snsHostPattern = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/

/** A URL of Amazon SNS, or of `endpoint` where an emulator is configured. */
export function isSnsUrl(text: string | undefined, endpoint: string | undefined): text is string {
  if (text === undefined || !URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username || url.password) return false
  if (endpoint && url.origin === new URL(endpoint).origin) return true
  return url.protocol === 'https:' && url.port === '' && snsHostPattern.test(url.hostname)
}

/** A URL under which SNS serves signing certificates; other files of Amazon are not accepted. */
export const isCertificateUrl = (text: string, endpoint: string | undefined): boolean =>
  isSnsUrl(text, endpoint) && /\/SimpleNotificationService[\w-]*\.pem$/.test(new URL(text).pathname)

/** SNS retries for less than an hour, so an older message is a replay. */
const maxAgeMs = 65 * 60_000
const clockSkewMs = 5 * 60_000

export function isFresh({ Timestamp }: SnsMessage, now: Date): boolean {
  const age = now.getTime() - new Date(Timestamp).getTime()
  return age >= -clockSkewMs && age <= maxAgeMs
}
