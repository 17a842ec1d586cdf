import { join } from 'node:path'
import { mailProviders, type MailProvider } from '#contract/messages.ts'
import type { Config } from '#server/config.ts'
import { outboxTransport } from './outbox.ts'
import type { Transport } from './transport.ts'

/** The providers that can be chosen, the default first: both while none is configured (product §5). */
export const offeredProviders: readonly [MailProvider, ...MailProvider[]] = mailProviders
export const defaultProvider = offeredProviders[0]

/** The way out of a mail of this provider. */
export type Transports = (provider: string) => Transport

export const outboxFolder = (config: Config) => join(config.dataDir, 'outbox')

/** While no provider is configured, everything goes to the outbox (product §7). */
export function configuredTransports(config: Config): Transports {
  const outbox = outboxTransport(outboxFolder(config))
  return () => outbox
}
