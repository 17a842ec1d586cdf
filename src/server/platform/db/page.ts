import { sql, type Expression } from 'kysely'
import { refuse } from '../refusal.ts'
import type { Tx } from './database.ts'

export interface Page {
  limit: number
  offset: number
}

/** Page 1 is the first. 400 for a page whose offset is not a safe integer. */
export function pageOf(page: number, limit: number): Page {
  const offset = (page - 1) * limit
  return Number.isSafeInteger(offset) ? { limit, offset } : refuse('invalid', 'Page is not valid.')
}

export async function countRows(tx: Tx, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::bigint as n from ${query} found`.execute(tx)
  return rows[0]?.n ?? 0
}
