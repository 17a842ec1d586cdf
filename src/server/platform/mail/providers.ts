import { join } from 'node:path'
import http from 'node:http'
import https from 'node:https'
import * as z from 'zod/mini'
import { mailProviders, type MailProvider } from '#contract/messages.ts'
import { type Config, isConfigured } from '#server/config.ts'
import { refuse } from '../refusal.ts'
import { classifyAnswer, gatewayFailure, retryAfterMs, throwNoResponse } from './answers.ts'
import type { SmtpLimits } from './smtp.ts'
import { createConnectionAgents, httpTimeouts, type HttpTimeouts } from './connections.ts'
import { MailFailure, outcomeUnknown, type OutgoingMail, type Transport } from './transport.ts'

/** The specification's providers, offered while none is configured and mails go to the outbox (product §5). */
const specifiedProviders: readonly [MailProvider, ...MailProvider[]] = ['AWS', 'Sendgrid']

export function configuredProviders({ mail }: Config): MailProvider[] {
  const configured = mailProviders.filter((provider) => isConfigured(mail, provider))
  return mail.default
    ? [mail.default, ...configured.filter((provider) => provider !== mail.default)]
    : configured
}

/** Without a provider every mail is kept in the local outbox, and nothing is sent (product §7). */
export const keepsMails = (config: Config): boolean => configuredProviders(config).length === 0

export function availableProviders(config: Config): readonly [MailProvider, ...MailProvider[]] {
  const [first, ...rest] = configuredProviders(config)
  return first ? [first, ...rest] : specifiedProviders
}

export const defaultProvider = (config: Config): MailProvider => availableProviders(config)[0]

/** The requested provider, else the default one; 400 where it is not available (product §5). */
export function chooseProvider(config: Config, requested: MailProvider | undefined): MailProvider {
  const available = availableProviders(config)
  if (requested === undefined) return available[0]
  if (available.includes(requested)) return requested
  const message = `${requested} is not configured. Please choose ${available.join(' or ')}.`
  return refuse('invalid', message, { errors: { mailServiceProvider: message } })
}

/** Another provider for an undelivered mail; the default one where there is no other. */
export const alternativeProvider = (config: Config, current: string): MailProvider =>
  availableProviders(config).find((provider) => provider !== current) ?? defaultProvider(config)

export type Transports = (provider: string) => Transport

export const outboxFolder = (config: Config) => join(config.dataDir, 'outbox')

/** Loads the transport's libraries with the first mail, so that a start does not wait for them. */
function transportOnDemand(load: () => Promise<Transport>): Transport {
  let loaded: Promise<Transport> | undefined
  const transport = () => (loaded ??= load())
  return {
    send: async (mail, stop) => (await transport()).send(mail, stop),
    open: async (signal) => (await transport()).open(signal),
    wasSent: async (mailId) => (await transport()).wasSent(mailId),
  }
}

/** The configured providers; without any, all mails go to the outbox (product §7). */
export function createTransports(
  config: Config,
  timeouts = httpTimeouts,
  smtpLimits?: SmtpLimits,
): Transports {
  const { aws, sendgrid, smtp } = config.mail
  if (keepsMails(config)) {
    const outbox = transportOnDemand(async () => {
      const { outboxTransport } = await import('./outbox.ts')
      return outboxTransport(outboxFolder(config))
    })
    return () => outbox
  }
  const transports = new Map<string, Transport>()
  if (aws)
    transports.set(
      'AWS',
      transportOnDemand(async () => (await import('./aws.ts')).awsTransport(aws, timeouts)),
    )
  if (sendgrid) transports.set('Sendgrid', sendgridTransport(sendgrid, timeouts))
  if (smtp)
    transports.set(
      'SMTP',
      transportOnDemand(async () => (await import('./smtp.ts')).smtpTransport(smtp, smtpLimits)),
    )
  return (provider) => transports.get(provider) ?? unconfiguredTransport(provider)
}

/** For mails that were queued while the provider was configured. */
const unconfiguredTransport = (provider: string): Transport => {
  const refuse = () => Promise.reject(new MailFailure('sender', `${provider} is not configured.`))
  return { send: refuse, open: refuse, wasSent: outcomeUnknown }
}

interface ProviderResponse {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
}

const maxBodyChars = 64 * 1024

/** One request on a new connection, without redirects: a POST with a body. Resolves as soon as the status is known. */
type Ask = (url: URL, headers: Record<string, string>, body?: string) => Promise<ProviderResponse>

function createAsk(timeouts: HttpTimeouts): Ask {
  const { httpAgent, httpsAgent } = createConnectionAgents(timeouts.connect)
  return (url, headers, body) =>
    new Promise((resolve, reject) => {
      const begin = url.protocol === 'https:' ? https.request : http.request
      const request = begin(url, {
        method: body === undefined ? 'GET' : 'POST',
        agent: url.protocol === 'https:' ? httpsAgent : httpAgent,
        headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(timeouts.send),
      })
      request.on('error', reject)
      request.on('response', (response) => {
        let text = ''
        const end = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text = (text + part).slice(0, maxBodyChars)
        })
        // The status decides the outcome; an incomplete body does not change it.
        response.on('error', end)
        response.on('close', end)
      })
      request.end(body)
    })
}

/** The request of SendGrid's v3 API. Tracking is off, so that links stay as written. */
const bodyOf = (mail: OutgoingMail) => ({
  personalizations: [{ to: [{ email: mail.to }], custom_args: { mail_id: mail.id } }],
  from: { email: mail.from.address, ...(mail.from.name && { name: mail.from.name }) },
  reply_to: { email: mail.from.address },
  subject: mail.subject,
  content: [
    { type: 'text/plain', value: mail.text },
    { type: 'text/html', value: mail.html },
  ],
  headers: { 'Message-ID': mail.messageId, 'Auto-Submitted': 'auto-generated', ...mail.headers },
  tracking_settings: {
    click_tracking: { enable: false, enable_text: false },
    open_tracking: { enable: false },
    subscription_tracking: { enable: false },
  },
  ...(mail.attachments?.length && {
    attachments: mail.attachments.map(({ fileName, contentType, bytes }) => ({
      filename: fileName,
      type: contentType,
      content: bytes.toString('base64'),
      disposition: 'attachment',
    })),
  }),
})

/** SendGrid. The argument `mail_id` brings the mail's id back in event reports. */
export function sendgridTransport(
  { apiKey, baseUrl }: NonNullable<Config['mail']['sendgrid']>,
  timeouts = httpTimeouts,
): Transport {
  const ask = createAsk(timeouts)
  const address = `${baseUrl.replace(/(?<!\/)\/+$/, '')}/v3`
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  async function asked(path: string, body?: string): Promise<ProviderResponse> {
    const response = await ask(new URL(address + path), headers, body).catch(throwNoResponse)
    if (response.status >= 200 && response.status < 300) return response
    const retryAfter = response.headers['retry-after']
    const refusal = readRefusal(response.body)
    if (!refusal) throw gatewayFailure(response.status, retryAfter)
    const kind = classifyAnswer('Sendgrid', { ...refusal, code: String(response.status) })
    throw new MailFailure(kind, `${response.status} ${refusal.says}`.trim(), retryAfterMs(retryAfter))
  }
  return {
    async send(mail) {
      const { headers: given } = await asked('/mail/send', JSON.stringify(bodyOf(mail)))
      return given['x-message-id']?.toString() ?? mail.messageId
    },
    async open() {
      const { body } = await asked('/scopes')
      if (!body.includes('"mail.send"')) throw new MailFailure('sender', 'The key may not send mails.')
    },
    wasSent: outcomeUnknown,
  }
}

const refusalBody = z.object({
  errors: z.optional(z.array(z.object({ message: z.string(), field: z.optional(z.nullable(z.string())) }))),
})

/** Undefined for what is not SendGrid's. */
function readRefusal(body: string): { at: string; says: string } | undefined {
  if (!body) return { at: '', says: '' }
  try {
    const { errors = [] } = z.parse(refusalBody, JSON.parse(body))
    return {
      at: errors.map(({ field }) => field ?? '').join(' '),
      says: errors.map(({ message }) => message).join(' '),
    }
  } catch {
    return undefined
  }
}
