import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

/** At most `most` failures of `key` in `scope` within `minutes`. */
export interface Limit {
  scope: string
  key: string
  most: number
  minutes: number
}

/** Counted in the database, so that every instance counts together. Answers the seconds to wait, 0 when free. */
export async function secondsLocked(db: Db, limits: readonly Limit[], now: Date): Promise<number> {
  const waits = await Promise.all(
    limits.map(async ({ scope, key, most, minutes }) => {
      const oldestThatCounts = await db
        .selectFrom('attempts')
        .select('at')
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('at', '>', new Date(now.getTime() - minutes * 60_000))
        .orderBy('at', 'desc')
        .offset(most - 1)
        .limit(1)
        .executeTakeFirst()
      if (!oldestThatCounts) return 0
      return Math.max(1, Math.ceil((oldestThatCounts.at.getTime() + minutes * 60_000 - now.getTime()) / 1000))
    }),
  )
  return Math.max(0, ...waits)
}

export const recordFailure = (db: Db, limits: readonly Limit[], now: Date) =>
  db
    .insertInto('attempts')
    .values(limits.map(({ scope, key }) => ({ scope, key, at: now })))
    .execute()

/**
 * Counts a try before it is made, one of a key at a time: many at once cannot outrun the limit. Answers the seconds to
 * wait, 0 when it may be made; what does not fail is taken back by `forgiveTry` or `forgiveTries`.
 */
export async function takeTry(tx: Tx, limits: readonly Limit[], now: Date): Promise<number> {
  let longest = 0
  for (const limit of limits) {
    const turn = `${limit.scope} ${limit.key}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`.execute(tx)
    longest = Math.max(longest, await secondsLocked(tx, [limit], now))
  }
  if (longest === 0) await recordFailure(tx, limits, now)
  return longest
}

/** The try that was made at `now` did not fail; those before it count as they did. Of several at once each takes one. */
export async function forgiveTry(tx: Tx, limits: readonly Limit[], now: Date): Promise<void> {
  for (const { scope, key } of limits)
    await tx
      .deleteFrom('attempts')
      .where('id', '=', (attempts) =>
        attempts
          .selectFrom('attempts')
          .select('id')
          .where('scope', '=', scope)
          .where('key', '=', key)
          .where('at', '=', now)
          .orderBy('id', 'desc')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .execute()
}

/** From now on none of the tries counts. */
export async function forgiveTries(tx: Tx, limits: readonly Limit[]): Promise<void> {
  for (const { scope, key } of limits)
    await tx.deleteFrom('attempts').where('scope', '=', scope).where('key', '=', key).execute()
}

/** Older failures count nowhere. */
export const forgetAttempts = (db: Db, now: Date) =>
  db
    .deleteFrom('attempts')
    .where('at', '<', new Date(now.getTime() - 60 * 60_000))
    .execute()
