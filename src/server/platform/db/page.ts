import { sql, type Expression } from 'kysely'
import { refuse } from '../refusal.ts'
import type { Tx } from './database.ts'

/** Limit and offset of a page. */
export interface Page {
  limit: number
  offset: number
}

/** The rows of a page, of which the first is 1; 400 for one so far that no number counts the rows before it. */
export function pageOf(page: number, limit: number): Page {
  const offset = (page - 1) * limit
  return Number.isSafeInteger(offset) ? { limit, offset } : refuse('invalid', 'Page is not valid.')
}

/** How many rows a query finds. */
export async function countRows(tx: Tx, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::bigint as n from ${query} found`.execute(tx)
  return rows[0]?.n ?? 0
}
