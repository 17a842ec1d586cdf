import { createHash } from 'node:crypto'
import { inTransaction, type Db, type Tx } from '../db/database.ts'
import { lockByName } from '../db/named-lock.ts'
import { addressNetworks } from './address-key.ts'
import { createTurns } from './turns.ts'

/** At most `max` failures of `key` in `scope` within `minutes`. */
export interface AttemptLimit {
  scope: string
  key: string
  max: number
  minutes: number
}

/** Addresses and e-mails are counted by hashes. */
export const storedKey = ({ scope, key }: Pick<AttemptLimit, 'scope' | 'key'>): string =>
  createHash('sha256').update(`${scope} ${key}`).digest('base64url')

/** The limit of an address, and of the networks that it belongs to. */
export const addressLimits = (ip: string, limit: Omit<AttemptLimit, 'key'>): AttemptLimit[] =>
  addressNetworks(ip).map(({ key, share }) => ({ ...limit, key, max: limit.max * share }))

const inTurn = createTurns()

/** A transaction that counts towards these limits; tries of one key wait for each other without a connection. */
export const inAttempt = <T>(
  db: Db,
  limits: readonly AttemptLimit[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  inTurn(
    limits.map(({ scope, key }) => `${scope} ${key}`),
    () => inTransaction(db, work),
  )

async function secondsLocked(tx: Tx, limit: AttemptLimit, now: Date): Promise<number> {
  const { scope, max, minutes } = limit
  const oldestThatCounts = await tx
    .selectFrom('attempts')
    .select('at')
    .where('scope', '=', scope)
    .where('key', '=', storedKey(limit))
    .where('at', '>', new Date(now.getTime() - minutes * 60_000))
    .orderBy('at', 'desc')
    .offset(max - 1)
    .limit(1)
    .executeTakeFirst()
  if (!oldestThatCounts) return 0
  return Math.max(1, Math.ceil((oldestThatCounts.at.getTime() + minutes * 60_000 - now.getTime()) / 1000))
}

/**
 * Seconds until all limits allow an attempt, 0 when they do. Locks the keys until the transaction ends, so that concurrent
 * attempts cannot exceed a limit; all callers list their limits in the same order, so that there is no deadlock.
 */
export async function secondsToWait(tx: Tx, limits: readonly AttemptLimit[], now: Date): Promise<number> {
  let longest = 0
  for (const limit of limits) {
    await lockByName(tx, `${limit.scope} ${limit.key}`)
    longest = Math.max(longest, await secondsLocked(tx, limit, now))
  }
  return longest
}

/** Counted in the database, so that every instance counts together. */
export const recordFailure = (tx: Tx, limits: readonly AttemptLimit[], now: Date) =>
  tx
    .insertInto('attempts')
    .values(limits.map((limit) => ({ scope: limit.scope, key: storedKey(limit), at: now })))
    .execute()

/**
 * Counts an attempt as failed before it is made, where its outcome is known only after this transaction. Returns the
 * seconds to wait, 0 when it is allowed; a success removes it with `releaseAttempt` or `clearAttempts`.
 */
export async function claimAttempt(tx: Tx, limits: readonly AttemptLimit[], now: Date): Promise<number> {
  const wait = await secondsToWait(tx, limits, now)
  if (wait === 0) await recordFailure(tx, limits, now)
  return wait
}

/** Removes the attempt that was counted at `now`, because it succeeded; earlier failures still count. */
export async function releaseAttempt(tx: Tx, limits: readonly AttemptLimit[], now: Date): Promise<void> {
  for (const limit of limits)
    await tx
      .deleteFrom('attempts')
      .where('id', '=', (attempts) =>
        attempts
          .selectFrom('attempts')
          .select('id')
          .where('scope', '=', limit.scope)
          .where('key', '=', storedKey(limit))
          .where('at', '=', now)
          .orderBy('id', 'desc')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .execute()
}

/** Removes all attempts. */
export async function clearAttempts(tx: Tx, limits: readonly AttemptLimit[]): Promise<void> {
  for (const limit of limits)
    await tx
      .deleteFrom('attempts')
      .where('scope', '=', limit.scope)
      .where('key', '=', storedKey(limit))
      .execute()
}

/** No limit is longer than a day. */
export const deleteExpiredAttempts = (db: Db, now: Date) =>
  db
    .deleteFrom('attempts')
    .where('at', '<', new Date(now.getTime() - 24 * 60 * 60_000))
    .execute()
