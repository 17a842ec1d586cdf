import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { site, type Site } from '#contract/sites.ts'
import { SettingError } from '#server/config/setting.ts'
import { type Config } from '#server/config/config.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { policiesOf, policyText, rememberPolicy } from './policies.queries.ts'
import { builtInSite, ownSite, siteAmong } from './site-of-domain.ts'

const sitesFile = z.array(site, 'must be a list of sites')

/** The start ends with this line (product §10). */
const wrong = (what: string) => new SettingError(`SITES_FILE ${what}`)

const place = (path: readonly PropertyKey[]) =>
  path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')

function readSites(path: string): readonly Site[] {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw wrong(`cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  const read = sitesFile.safeParse(json)
  if (!read.success) {
    const [issue] = read.error.issues
    throw wrong(`${place(issue?.path ?? [])} ${issue?.message}`.trim())
  }
  const domains = read.data.map(({ domain }) => domain)
  const twice = domains.find((domain, at) => domains.indexOf(domain) !== at)
  if (twice) throw wrong(`names ${twice} twice`)
  return domains.includes('*') ? read.data : [...read.data, builtInSite]
}

const loaded = new WeakMap<Config, readonly Site[]>()

/** Every site of a configuration; the file is read once, so that a change takes a new start. Throws a `SettingError`. */
function sitesOf(config: Config): readonly Site[] {
  const sites = loaded.get(config) ?? (config.sitesFile ? readSites(config.sitesFile) : [builtInSite])
  loaded.set(config, sites)
  return sites
}

/** The site of a landing domain: brand, links and contact of its mails and pages (product §1). */
export const siteFor = (config: Config, domain: string): Site => siteAmong(sitesOf(config), domain)

/** The site of the host that was called, if it is one, else of the landing domain (product §6); without either: `*`. */
export const siteOfHost = (config: Config, host: string, landingDomain: string | undefined): Site =>
  ownSite(sitesOf(config), host) ?? siteFor(config, landingDomain ?? '')

/**
 * Keeps every version of every policy: evidence shows the text that a customer accepted. At start, so that a wrong file
 * stops it. Throws a `SettingError` also where a text was changed under the version that customers accepted.
 */
export async function openSites({ config, db, clock }: Platform): Promise<void> {
  const policies = sitesOf(config).flatMap(({ domain, terms, refund }) => [
    { domain, kind: 'terms' as const, ...terms },
    { domain, kind: 'refund' as const, ...refund },
  ])
  await inTransaction(db, async (tx) => {
    for (const policy of policies) {
      await rememberPolicy(tx, { ...policy, first_seen_at: clock() })
      if ((await policyText(tx, policy)) !== policy.text)
        throw wrong(`${policy.domain} ${policy.kind}: a changed text needs a new version`)
    }
  })
}

export type KeptPolicy = Awaited<ReturnType<typeof policiesOf>>[number]

/** Every version of terms and refund policy of a landing domain's site that was ever in force here, oldest first. */
export async function keptPolicies(tx: Tx, config: Config, landingDomain: string): Promise<KeptPolicy[]> {
  const { domain } = siteFor(config, landingDomain)
  const own = await policiesOf(tx, [domain])
  return own.length > 0 ? own : policiesOf(tx, ['*'])
}
