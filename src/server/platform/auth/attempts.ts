import type { Db } from '../db/database.ts'

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

/** Older failures count nowhere. */
export const forgetAttempts = (db: Db, now: Date) =>
  db
    .deleteFrom('attempts')
    .where('at', '<', new Date(now.getTime() - 60 * 60_000))
    .execute()
