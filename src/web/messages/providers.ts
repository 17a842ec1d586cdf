import { configuredProviders } from '#contract/documents.ts'
import type { MailProvider } from '#contract/messages.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

const noProviders: readonly MailProvider[] = []

/** The providers that a mail can go by, the default first; none until they are known. */
export function useProviders(): readonly MailProvider[] {
  const { data } = useRead(configuredProviders, {}, { staleTime: Infinity })
  return data?.data ?? noProviders
}

/** The first one on offer that a mail did not go by; the only one where there is no other. */
export const otherProvider = (providers: readonly MailProvider[], used: string): MailProvider | undefined =>
  providers.find((provider) => provider !== used) ?? providers[0]
