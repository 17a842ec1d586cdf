import { createVerify, timingSafeEqual, createHash, type KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Platform } from '#server/platform/work.ts'
import { refuseAddress, refuseSignature } from './refuse-webhook.ts'

const hourMs = 60 * 60_000
const clockSkewMs = 5 * 60_000
/** SendGrid retries for this long; older signatures are refused, repeats within it are recognised by their id. */
const maxAgeMs = { events: 25 * hourMs, inbound: 73 * hourMs } as const

const singleHeader = (header: string | string[] | undefined) =>
  typeof header === 'string' ? header : undefined

const signatureOf = (headers: IncomingHttpHeaders) => ({
  signature: singleHeader(headers['x-twilio-email-event-webhook-signature']),
  timestamp: singleHeader(headers['x-twilio-email-event-webhook-timestamp']),
})

/** Whether the headers contain a signature that is not too old; it is verified once the body was read. */
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

/** Compared in constant time. */
const secretsMatch = (candidate: string, secret: string): boolean =>
  timingSafeEqual(digest(candidate), digest(secret))

/** The password of a Basic authorization header; undefined for anything else. */
function basicAuthPassword(authorization: string | undefined): string | undefined {
  const [, base64] = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '') ?? []
  if (!base64) return undefined
  const pair = Buffer.from(base64, 'base64').toString('utf8')
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined
}

type HookName = keyof typeof maxAgeMs

/** Refuses, before the body is read, a request without a recent signature. */
export function requireSignatureHeader(
  { config, clock }: Platform,
  headers: IncomingHttpHeaders,
  hook: HookName,
): void {
  if (config.hooks.sendgridKeys.length === 0) return refuseAddress()
  if (!hasFreshSignature(headers, clock(), maxAgeMs[hook])) return refuseSignature()
}

/** Refuses a body that SendGrid did not sign. */
export function verifySignature({ config }: Platform, headers: IncomingHttpHeaders, body: Buffer): void {
  if (!config.hooks.sendgridKeys.some((key) => isSigned(headers, body, key))) refuseSignature()
}

/** Whether the request contains the inbound key, in the path or as a password. */
export function hasInboundKey(
  { config }: Platform,
  { authorization }: IncomingHttpHeaders,
  inPath: string | undefined,
): boolean {
  const { inboundKey } = config.hooks
  const candidate = inPath ?? basicAuthPassword(authorization)
  return inboundKey !== undefined && candidate !== undefined && secretsMatch(candidate, inboundKey)
}
