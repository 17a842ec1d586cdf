import { configuredProviders } from '#contract/documents.ts'
import type { MailProvider } from '#contract/messages.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

const noProviders: readonly MailProvider[] = []

/** The default provider comes first; empty while loading. */
export function useProviders(): readonly MailProvider[] {
  const { data } = useRead(configuredProviders, {}, { staleTime: Infinity })
  return data?.data ?? noProviders
}

/** Mails are kept here, not sent, because no provider is configured. */
export const useKeepsMails = (): boolean =>
  useRead(configuredProviders, {}, { staleTime: Infinity }).data?.keeps_mails ?? false

export const otherProvider = (providers: readonly MailProvider[], used: string): MailProvider | undefined =>
  providers.find((provider) => provider !== used) ?? providers[0]
