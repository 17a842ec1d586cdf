import { readFileSync } from 'node:fs'
import type { Insertable } from 'kysely'
import * as contract from '#contract/sites.ts'
import { sitesFile, type Site, type SitesFile } from '#contract/sites.ts'
import { SettingError } from '#server/settings.ts'
import type { Config } from '#server/config.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { jsonHash } from '#server/platform/json-hash.ts'
import type { Platform } from '#server/platform/work.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { trackPath } from '#contract/rules/visitor-addresses.ts'

/** The site without SITES_FILE, and the fallback if the file has no `*` (product §10). */
export const builtInSite: Site = {
  domain: '*',
  kind: 'product',
  name: 'Pabean',
  links: [
    { label: 'Home', url: 'https://pabean.example/' },
    { label: 'Arrival Declaration', url: 'https://arrival.pabean.example/' },
    { label: 'Departure Declaration', url: 'https://departure.pabean.example/' },
    { label: 'Track Order', url: trackPath(null) },
    { label: 'Contact Us', url: 'mailto:help@pabean.example' },
  ],
  contact: {
    email: 'help@pabean.example',
    phone: '+62 21 5550 1234',
    address: 'Jl. Contoh No. 8, Jakarta 10110, Indonesia',
  },
  seller: {
    name: 'PT Pabean Contoh Digital',
    address: 'Jl. Contoh No. 8, Jakarta 10110, Indonesia',
    taxNumber: '0012 3456 7890 1000',
    taxLabel: 'NPWP',
  },
  terms: {
    version: '2026-01',
    text: [
      'We prepare your electronic customs declaration from what you tell us, hand it in with the Indonesian customs',
      'office, and send you the approved document by e-mail and on this site.\n\n',
      'You are responsible for giving correct and complete answers. A declaration can be handed in from three days',
      'before you travel; an order placed earlier waits until then. The fee is for our service. The customs office asks',
      'no fee for the declaration itself, and you may also hand it in there yourself.\n\n',
      'We keep your data only as long as the order and the law need it.',
    ].join(' '),
  },
  refund: {
    version: '2026-01',
    text: [
      'You get the whole fee back if you cancel before we hand in your declaration, or if the customs office refuses it',
      'for a reason that is not in your answers. Once the approved document has been sent, the service is rendered and',
      'the fee is not refunded. Write to us with your order ID; the money returns to the card that was charged within',
      'ten working days.',
    ].join(' '),
  },
  disclosure: {
    version: '2026-01',
    text: {
      en: [
        'This is a private agency, not the customs office. The official form is free at',
        'https://allindonesia.imigrasi.go.id. You pay us for preparing it, handing it in and answering you.',
        'The charge reads PABEAN on your statement.',
      ].join(' '),
    },
  },
}

/** The site of the domain or of its nearest parent domain; undefined if only `*` matches. */
export function findNamedSite(sites: readonly Site[], domain: string): Site | undefined {
  const labels = domain.trim().toLowerCase().replace(/\.$/, '').split('.')
  const names = labels.map((_, from) => labels.slice(from).join('.'))
  return names.flatMap((name) => sites.find((site) => site.domain === name && name !== '*') ?? [])[0]
}

export const resolveSite = (sites: readonly Site[], domain: string): Site =>
  findNamedSite(sites, domain) ?? sites.find((site) => site.domain === '*') ?? builtInSite

/** The server exits with this message (product §10). */
const settingError = (what: string) => new SettingError(`SITES_FILE ${what}`)

const formatPath = (path: readonly PropertyKey[]) =>
  path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')

function readSites(path: string): SitesFile {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw settingError(`cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  const parsed = sitesFile.safeParse(Array.isArray(json) ? { sites: json } : json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const path = issue?.path ?? []
    throw settingError(`${formatPath(path[0] === 'sites' ? path.slice(1) : path)} ${issue?.message}`.trim())
  }
  const { sites, dashboards } = parsed.data
  const domains = sites.map(({ domain }) => domain)
  const duplicate = domains.find((domain, at) => domains.indexOf(domain) !== at)
  if (duplicate) throw settingError(`names ${duplicate} twice`)
  return { sites: domains.includes('*') ? sites : [...sites, builtInSite], dashboards }
}

const siteCache = new WeakMap<Config, SitesFile>()

/** The file is read once, so a change needs a restart. Throws a `SettingError`. */
function loadFile(config: Config): SitesFile {
  const file =
    siteCache.get(config) ??
    (config.sitesFile ? readSites(config.sitesFile) : { sites: [builtInSite], dashboards: {} })
  siteCache.set(config, file)
  return file
}

const loadSites = (config: Config): readonly Site[] => loadFile(config).sites

/** The payment in its gateway's dashboard; null where either is unknown. */
export function paymentUrl(
  config: Config,
  gateway: string | null,
  transactionId: string | null,
): string | null {
  if (!gateway || !transactionId) return null
  const [, address] =
    Object.entries(loadFile(config).dashboards).find(
      ([name]) => name.toLowerCase() === gateway.toLowerCase(),
    ) ?? []
  return address?.replace('{transaction_id}', () => encodeURIComponent(transactionId)) ?? null
}

/** The site of a landing domain: brand, links and contact of its mails and pages (product §1). */
export const siteFor = (config: Config, domain: string): Site => resolveSite(loadSites(config), domain)

/** The site of the requested host, else of the landing domain (product §6), else `*`. */
export const siteForHost = (config: Config, host: string, landingDomain: string | undefined): Site =>
  findNamedSite(loadSites(config), host) ?? siteFor(config, landingDomain ?? '')

/**
 * Evidence shows the text that a customer accepted. Throws a `SettingError`, also if a text was changed without a new
 * version.
 */
export async function recordSitePolicies({ config, db, clock }: Platform): Promise<void> {
  const policies = loadSites(config).flatMap(({ domain, terms, refund, disclosure }) => {
    const { en = '', ...translations } = disclosure?.text ?? {}
    return [
      { domain, kind: 'terms' as const, ...terms, translations: null },
      { domain, kind: 'refund' as const, ...refund, translations: null },
      ...(disclosure
        ? [{ domain, kind: 'disclosure' as const, version: disclosure.version, text: en, translations }]
        : []),
    ]
  })
  await inTransaction(db, async (tx) => {
    for (const { translations, ...policy } of policies) {
      const row = { ...policy, translations: translations && JSON.stringify(translations) }
      await insertPolicy(tx, { ...row, first_seen_at: clock() })
      const stored = await selectPolicy(tx, policy)
      if (!jsonHash(stored).equals(jsonHash({ text: policy.text, translations })))
        throw settingError(`${policy.domain} ${policy.kind}: a changed text needs a new version`)
    }
  })
}

export type StoredPolicy = Awaited<ReturnType<typeof selectPolicies>>[number]

/** Oldest first. */
export async function listPolicyVersions(
  tx: Tx,
  config: Config,
  landingDomain: string,
): Promise<StoredPolicy[]> {
  const { domain } = siteFor(config, landingDomain)
  const own = await selectPolicies(tx, [domain])
  return own.length > 0 ? own : selectPolicies(tx, ['*'])
}

export const siteCalls = implement(contract, {
  productTitles: handle(async ({ config }) => ({
    data: { title: config.title, shortTitle: config.shortTitle },
  })),
})

type Policy = Insertable<Tables['site_policies']>

const insertPolicy = (tx: Tx, policy: Policy) =>
  tx
    .insertInto('site_policies')
    .values(policy)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const selectPolicy = (tx: Tx, { domain, kind, version }: Pick<Policy, 'domain' | 'kind' | 'version'>) =>
  tx
    .selectFrom('site_policies')
    .select(['text', 'translations'])
    .where('domain', '=', domain)
    .where('kind', '=', kind)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()

const selectPolicies = (tx: Tx, domains: string[]) =>
  tx
    .selectFrom('site_policies')
    .select(['domain', 'kind', 'version', 'text', 'translations', 'first_seen_at'])
    .where('domain', 'in', domains)
    .orderBy('first_seen_at')
    .orderBy('version')
    .execute()
