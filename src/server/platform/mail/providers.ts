import { join } from 'node:path'
import { mailProviders, type MailProvider } from '#contract/messages.ts'
import { type Config, isConfigured } from '#server/config.ts'
import { refuse } from '../refusal.ts'
import { sendgridTransport } from './sendgrid.ts'
import { outcomeUnknown, TransientMailError, defaultTimeouts, type Transport } from './transport.ts'

/** The specification's providers, available while none is configured and mails go to the outbox (product §5). */
const specifiedProviders: readonly [MailProvider, ...MailProvider[]] = ['AWS', 'Sendgrid']

/** The configured providers, the default first. */
export function configuredProviders({ mail }: Config): MailProvider[] {
  const configured = mailProviders.filter((provider) => isConfigured(mail, provider))
  return mail.default
    ? [mail.default, ...configured.filter((provider) => provider !== mail.default)]
    : configured
}

/** The providers that can be chosen, the default first. */
export function availableProviders(config: Config): readonly [MailProvider, ...MailProvider[]] {
  const [first, ...rest] = configuredProviders(config)
  return first ? [first, ...rest] : specifiedProviders
}

/** The provider of automatic mails. */
export const defaultProvider = (config: Config): MailProvider => availableProviders(config)[0]

/** The requested provider, else the default one; 400 where it is not available (product §5). */
export function chooseProvider(config: Config, requested: MailProvider | undefined): MailProvider {
  const available = availableProviders(config)
  if (requested === undefined) return available[0]
  if (available.includes(requested)) return requested
  const message = `${requested} is not configured. Please choose ${available.join(' or ')}.`
  return refuse('invalid', message, { errors: { mailServiceProvider: message } })
}

/** Another provider, for a mail that this one did not deliver; the default one where there is no other. */
export const alternativeProvider = (config: Config, current: string): MailProvider =>
  availableProviders(config).find((provider) => provider !== current) ?? defaultProvider(config)

/** The transport of a provider. */
export type Transports = (provider: string) => Transport

export const outboxFolder = (config: Config) => join(config.dataDir, 'outbox')

/** A transport whose libraries are loaded with the first mail: a start does not wait for them. */
function transportOnDemand(load: () => Promise<Transport>): Transport {
  let loaded: Promise<Transport> | undefined
  const transport = () => (loaded ??= load())
  return {
    send: async (mail) => (await transport()).send(mail),
    wasSent: async (mailId) => (await transport()).wasSent(mailId),
  }
}

/** The configured providers; while there is none, everything goes to the outbox (product §7). */
export function createTransports(config: Config, timeouts = defaultTimeouts): Transports {
  const { aws, sendgrid, smtp } = config.mail
  if (configuredProviders(config).length === 0) {
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
      transportOnDemand(async () => (await import('./smtp.ts')).smtpTransport(smtp, timeouts)),
    )
  return (provider) => transports.get(provider) ?? unconfiguredTransport(provider)
}

/** For mails that were queued while the provider was configured. */
const unconfiguredTransport = (provider: string): Transport => ({
  send: () => Promise.reject(new TransientMailError(`${provider} is not configured.`)),
  wasSent: outcomeUnknown,
})
