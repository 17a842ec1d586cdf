import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import * as contract from '#contract/sites.ts'
import { site, type Site } from '#contract/sites.ts'
import { SettingError } from '#server/settings.ts'
import type { Config } from '#server/config.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import { selectPolicies, selectPolicyText, insertPolicy } from './policies.queries.ts'
import { builtInSite, findNamedSite, resolveSite } from './site-of-domain.ts'

const sitesFile = z.array(site, 'must be a list of sites')

/** The server exits with this message (product §10). */
const settingError = (what: string) => new SettingError(`SITES_FILE ${what}`)

const formatPath = (path: readonly PropertyKey[]) =>
  path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')

function readSites(path: string): readonly Site[] {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw settingError(`cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  const parsed = sitesFile.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw settingError(`${formatPath(issue?.path ?? [])} ${issue?.message}`.trim())
  }
  const domains = parsed.data.map(({ domain }) => domain)
  const duplicate = domains.find((domain, at) => domains.indexOf(domain) !== at)
  if (duplicate) throw settingError(`names ${duplicate} twice`)
  return domains.includes('*') ? parsed.data : [...parsed.data, builtInSite]
}

const siteCache = new WeakMap<Config, readonly Site[]>()

/** All sites; the file is read once, so a change needs a restart. Throws a `SettingError`. */
function loadSites(config: Config): readonly Site[] {
  const sites = siteCache.get(config) ?? (config.sitesFile ? readSites(config.sitesFile) : [builtInSite])
  siteCache.set(config, sites)
  return sites
}

/** The site of a landing domain: brand, links and contact of its mails and pages (product §1). */
export const siteFor = (config: Config, domain: string): Site => resolveSite(loadSites(config), domain)

/** The site of the host that was called, if it is one, else of the landing domain (product §6); without either: `*`. */
export const siteForHost = (config: Config, host: string, landingDomain: string | undefined): Site =>
  findNamedSite(loadSites(config), host) ?? siteFor(config, landingDomain ?? '')

/**
 * Records every version of every policy, because evidence shows the text that a customer accepted. Runs at start, so that
 * an invalid file stops it. Throws a `SettingError` also where a text was changed without a new version.
 */
export async function recordSitePolicies({ config, db, clock }: Platform): Promise<void> {
  const policies = loadSites(config).flatMap(({ domain, terms, refund }) => [
    { domain, kind: 'terms' as const, ...terms },
    { domain, kind: 'refund' as const, ...refund },
  ])
  await inTransaction(db, async (tx) => {
    for (const policy of policies) {
      await insertPolicy(tx, { ...policy, first_seen_at: clock() })
      if ((await selectPolicyText(tx, policy)) !== policy.text)
        throw settingError(`${policy.domain} ${policy.kind}: a changed text needs a new version`)
    }
  })
}

export type StoredPolicy = Awaited<ReturnType<typeof selectPolicies>>[number]

/** Every version of terms and refund policy of a landing domain's site that was ever in force here, oldest first. */
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
