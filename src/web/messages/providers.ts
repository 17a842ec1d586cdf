import { configuredProviders } from '#contract/documents.ts'
import type { MailProvider } from '#contract/messages.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

const noProviders: readonly MailProvider[] = []

/** The configured mail providers, the default first; empty while loading. */
export function useProviders(): readonly MailProvider[] {
  const { data } = useRead(configuredProviders, {}, { staleTime: Infinity })
  return data?.data ?? noProviders
}

/** The first provider other than the one used, or the only one. */
export const otherProvider = (providers: readonly MailProvider[], used: string): MailProvider | undefined =>
  providers.find((provider) => provider !== used) ?? providers[0]
