import { X509Certificate } from 'node:crypto'
import { refuse } from '#server/platform/refusal.ts'
import type { Platform } from '#server/platform/work.ts'
import { refuseSignature, refuseWebhook } from '../refuse-webhook.ts'
import { isCertificateUrl, isFresh, isSigned, isSnsUrl, snsMessage, type SnsMessage } from './sns-message.ts'

/** ms */
const timeoutMs = 10_000
const maxCertificateBytes = 16 * 1024

/** Cached without expiry, because Amazon publishes a renewed certificate under a new URL. */
const certificates = new Map<string, Promise<X509Certificate>>()
const maxCachedCertificates = 20

/** Reads at most a certificate's size. */
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

function parseMessage(body: Buffer): SnsMessage {
  try {
    return snsMessage.parse(JSON.parse(body.toString('utf8')))
  } catch {
    return refuse('invalid', 'This is not an Amazon SNS message.')
  }
}

/**
 * The message, if Amazon SNS signed it, lately, for one of our topics. Anybody can make a topic of their own and have
 * its messages signed, so that the topic decides as much as the signature.
 */
export async function verifySnsMessage({ config, clock, log }: Platform, body: Buffer): Promise<SnsMessage> {
  const { snsTopics, snsSignatureVersions, snsEndpoint } = config.hooks
  const message = parseMessage(body)
  const now = clock()
  if (!snsTopics.includes(message.TopicArn)) return refuseWebhook('This topic is not one of ours.')
  if (!isFresh(message, now)) return refuseWebhook('The message is too old.')
  if (!snsSignatureVersions.includes(message.SignatureVersion)) return refuseSignature()
  if (!isCertificateUrl(message.SigningCertURL, snsEndpoint)) return refuseSignature()
  const certificate = await loadCertificate(message.SigningCertURL).catch((error: unknown) => {
    log.warn({ err: error }, 'a certificate of Amazon SNS could not be fetched')
    return refuse('unavailable', 'The certificate of the signature cannot be fetched.')
  })
  return isSigned(message, certificate, now) ? message : refuseSignature()
}

/** Confirms a subscription of one of our topics; 503 where that fails, so that SNS asks again. */
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
