import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/** Words of names that have one of these forms. Folded. */
export async function selectWordsOfForm(tx: Tx, forms: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from name_words where forms && ${forms}::text[]`.execute(tx)
  return rows.map(({ word }) => word)
}
