import type { Insertable } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

type Policy = Insertable<Tables['site_policies']>

export const insertPolicy = (tx: Tx, policy: Policy) =>
  tx
    .insertInto('site_policies')
    .values(policy)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export async function selectPolicyText(
  tx: Tx,
  { domain, kind, version }: Pick<Policy, 'domain' | 'kind' | 'version'>,
): Promise<string | undefined> {
  const found = await tx
    .selectFrom('site_policies')
    .select('text')
    .where('domain', '=', domain)
    .where('kind', '=', kind)
    .where('version', '=', version)
    .executeTakeFirst()
  return found?.text
}

export const selectPolicies = (tx: Tx, domains: string[]) =>
  tx
    .selectFrom('site_policies')
    .select(['domain', 'kind', 'version', 'text', 'first_seen_at'])
    .where('domain', 'in', domains)
    .orderBy('first_seen_at')
    .orderBy('version')
    .execute()
