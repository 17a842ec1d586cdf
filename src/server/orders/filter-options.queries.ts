import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** Each value of an indexed column, found by as many steps on its index. */
const distinctValues = (column: 'landing_domain' | 'country_iso2') => sql<string[]>`array(
  with recursive found as (
    (select ${sql.ref(column)} as value from orders where ${sql.ref(column)} is not null order by 1 limit 1)
    union all
    select (
      select ${sql.ref(column)} from orders where ${sql.ref(column)} > found.value order by 1 limit 1
    ) from found where found.value is not null
  )
  select value from found where value is not null)`

/** The members, also those who were removed, and the sites and nationalities of all orders. */
export async function selectFilterOptions(db: Db) {
  const { rows } = await sql<{
    members: { id: number; name: string; removed: boolean }[]
    sites: string[]
    nationalities: string[]
  }>`
    select ${distinctValues('landing_domain')} as sites, ${distinctValues('country_iso2')} as nationalities,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'removed', removed_at is not null)
        order by lower(name)), '[]') from members) as members
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('A row without a table is one.')
  return row
}
