import { Resolver } from 'node:dns/promises'
import type { MailProvider } from '#contract/messages.ts'
import type { Config } from '#server/config.ts'
import { configuredProviders } from '#server/platform/mail/providers.ts'
import { fault, findingsOf, ok, warning, type Check, type Finding } from './check.ts'

/** The records that a provider needs; null or empty if DNS does not tell them. */
const providerRecords: Record<MailProvider, { include: string | null; selectors: readonly string[] }> = {
  AWS: { include: 'amazonses.com', selectors: [] },
  Sendgrid: { include: 'sendgrid.net', selectors: ['s1', 's2'] },
  SMTP: { include: null, selectors: [] },
}

const nothingThere = new Set(['ENODATA', 'ENOTFOUND'])

/** Empty without records; rejects if no server answers. */
const recordsOf = <T>(asked: Promise<T[]>): Promise<T[]> =>
  asked.catch((error: NodeJS.ErrnoException) => {
    if (nothingThere.has(error.code ?? '')) return []
    throw error
  })

/** Long texts are split into parts. */
const textsOf = async (resolver: Resolver, name: string): Promise<string[]> =>
  (await recordsOf(resolver.resolveTxt(name))).map((parts) => parts.join(''))

async function mxFindings(resolver: Resolver, { sendDomain, hooks }: Config): Promise<Finding[]> {
  const hosts = (await recordsOf(resolver.resolveMx(sendDomain))).filter(({ exchange }) => exchange !== '')
  if (hosts.length > 0) return [ok(`MX: ${hosts.map(({ exchange }) => exchange).join(', ')}`)]
  const takesMail =
    hooks.snsTopics.length > 0 || hooks.sendgridKeys.length > 0 || hooks.inboundKey !== undefined
  const line = `MX: none for ${sendDomain}, so customers' replies do not come: add the one of your provider`
  return [takesMail ? fault(line) : warning(line)]
}

async function spfFindings(
  resolver: Resolver,
  domain: string,
  providers: readonly MailProvider[],
): Promise<Finding[]> {
  const records = (await textsOf(resolver, domain)).filter((text) => /^v=spf1( |$)/i.test(text))
  const [record] = records
  if (record === undefined) return [fault(`SPF: ${domain} has no TXT record v=spf1: add it`)]
  if (records.length > 1)
    return [fault(`SPF: ${domain} has ${records.length}, of which none counts: keep one`)]
  const terms = record.toLowerCase().split(/\s+/)
  const missing = providers
    .flatMap((provider) => providerRecords[provider].include ?? [])
    .filter((include) => !terms.includes(`include:${include}`) && !terms.includes(`+include:${include}`))
  const found = findingsOf([
    [
      terms.some((term) => term === '+all' || term === 'all'),
      fault('SPF: it ends with +all, so anybody may send for the domain: end it with ~all or -all'),
    ],
    ...missing.map(
      (include) =>
        [
          true,
          warning(`SPF: it lacks include:${include}: add it, unless a return path of your own has a record`),
        ] as const,
    ),
  ])
  return found.length > 0 ? found : [ok('SPF: there, and it names the provider')]
}

/** A revoked key is empty. */
const isKey = (text: string) => /(^|;)\s*p=[^;\s]/i.test(text)

async function dkimFindings(
  resolver: Resolver,
  { sendDomain, nameServers }: Config,
  providers: readonly MailProvider[],
): Promise<Finding[]> {
  const named = nameServers.dkimSelectors
  const selectors = named.length > 0 ? named : providers.flatMap((it) => providerRecords[it].selectors)
  if (selectors.length === 0)
    return [
      warning('DKIM: not looked at, because the provider names its selectors itself: set DKIM_SELECTORS'),
    ]
  return Promise.all(
    selectors.map(async (selector) => {
      const name = `${selector}._domainkey.${sendDomain}`
      const isThere = (await textsOf(resolver, name)).some(isKey)
      return isThere
        ? ok(`DKIM: ${selector} is there`)
        : fault(`DKIM: ${name} has no key: add the provider's record`)
    }),
  )
}

/** The domain and its parents down to two labels; each may hold the policy. */
const domainsUpwards = (domain: string): string[] => {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
}

async function dmarcFindings(resolver: Resolver, sendDomain: string): Promise<Finding[]> {
  for (const domain of domainsUpwards(sendDomain)) {
    const records = (await textsOf(resolver, `_dmarc.${domain}`)).filter((text) =>
      /^v=DMARC1\s*(;|$)/i.test(text),
    )
    const [record] = records
    if (record === undefined) continue
    if (records.length > 1)
      return [fault(`DMARC: ${domain} has ${records.length}, of which none counts: keep one`)]
    const policy = /;\s*p\s*=\s*(none|quarantine|reject)\b/i.exec(record)?.[1]?.toLowerCase()
    if (policy === undefined) return [fault(`DMARC: the record of ${domain} has no policy: add p=quarantine`)]
    return [
      policy === 'none'
        ? warning(
            `DMARC: the policy of ${domain} is none, so forged mails arrive: p=quarantine, when reports are clean`,
          )
        : ok(`DMARC: the policy is ${policy}`),
    ]
  }
  return [fault(`DMARC: neither _dmarc.${sendDomain} nor a domain above has a record: add it`)]
}

export const domainCheck: Check = {
  name: 'domain',
  async run({ config }) {
    const providers = configuredProviders(config)
    if (providers.length === 0) return [ok('not looked at, because no mail provider is configured')]
    const resolver = new Resolver({ timeout: 3000, tries: 2 })
    if (config.nameServers.servers.length > 0) resolver.setServers([...config.nameServers.servers])
    const { sendDomain } = config
    const parts = {
      MX: mxFindings(resolver, config),
      SPF: spfFindings(resolver, sendDomain, providers),
      DKIM: dkimFindings(resolver, config, providers),
      DMARC: dmarcFindings(resolver, sendDomain),
    }
    const found = await Promise.all(
      Object.entries(parts).map(([name, findings]) =>
        findings.catch((error: NodeJS.ErrnoException) => [
          fault(`${name}: the DNS servers do not answer (${error.code ?? error.message}): see DNS_SERVERS`),
        ]),
      ),
    )
    return found.flat()
  },
}
