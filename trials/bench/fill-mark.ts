import type pg from 'pg'
import { seed } from './order-rows.ts'

export type FillState = 'empty' | 'interrupted' | 'complete'

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>('select to_regclass($1) is not null as has', [name])
  return rows[0]?.has === true
}

async function readMark(client: pg.Client) {
  if (!(await hasTable(client, 'bench.fill'))) return undefined
  const { rows } = await client.query<{ count: number; seed: number; isComplete: boolean }>(
    `select count, seed, finished_at is not null as "isComplete" from bench.fill`,
  )
  return rows[0]
}

async function countOrders(client: pg.Client): Promise<number> {
  if (!(await hasTable(client, 'orders'))) return 0
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from orders')
  return rows[0]?.n ?? 0
}

/** Compares the mark with `count`. Throws for another count, since that database is not this trial's to delete. */
export async function readFillState(client: pg.Client, count: number): Promise<FillState> {
  const mark = await readMark(client)
  if (mark && !mark.isComplete) return 'interrupted'
  const present = await countOrders(client)
  if (!mark && present === 0) return 'empty'
  if (present < count || (mark && (mark.count !== count || mark.seed !== seed)))
    throw new Error(
      `the folder has ${mark?.count ?? present} orders${mark ? ` of the seed ${mark.seed}` : ''}, ` +
        `not ${count} of ${seed}: remove it, or name another`,
    )
  return 'complete'
}

/** Written first, so that an interrupted fill is recognised. */
export async function markBegun(client: pg.Client, count: number): Promise<void> {
  await client.query('create schema bench')
  await client.query('create table bench.fill (count int, seed int, finished_at timestamptz)')
  await client.query('insert into bench.fill (count, seed) values ($1, $2)', [count, seed])
}

export const markComplete = (client: pg.Client) => client.query('update bench.fill set finished_at = now()')
