import { createHash } from 'node:crypto'
import { inTransaction, type Db, type Tx } from '../db/database.ts'
import { lockByName } from '../db/named-lock.ts'
import { statement, type PlaceOf } from '../db/statement.ts'
import { together } from '../db/together.ts'
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

interface CountedFailures {
  scope: string
  key: string
  since: Date
  /** Of those that count, newest first. */
  before: number
}

const selectFailure = statement((valueOf: PlaceOf<CountedFailures>, db) =>
  db
    .selectFrom('attempts')
    .select('at')
    .where('scope', '=', valueOf('scope'))
    .where('key', '=', valueOf('key'))
    .where('at', '>', valueOf('since'))
    .orderBy('at', 'desc')
    .offset(valueOf('before'))
    .limit(1),
)

async function secondsLocked(tx: Tx, limit: AttemptLimit, now: Date): Promise<number> {
  const { scope, max, minutes } = limit
  const [oldestThatCounts] = await selectFailure(tx, {
    scope,
    key: storedKey(limit),
    since: new Date(now.getTime() - minutes * 60_000),
    before: max - 1,
  })
  if (!oldestThatCounts) return 0
  return Math.max(1, Math.ceil((oldestThatCounts.at.getTime() + minutes * 60_000 - now.getTime()) / 1000))
}

/**
 * Seconds until all limits allow an attempt, 0 when they do. Locks the keys until the transaction ends, so that concurrent
 * attempts cannot exceed a limit; all callers list their limits in the same order, so that there is no deadlock.
 */
export async function secondsToWait(tx: Tx, limits: readonly AttemptLimit[], now: Date): Promise<number> {
  const waits = await together(
    limits.map(async (limit) => {
      // A connection does one statement after the other: the failures are looked at once the key is locked.
      const locked = lockByName(tx, `${limit.scope} ${limit.key}`)
      const [, seconds] = await together([locked, secondsLocked(tx, limit, now)])
      return seconds
    }),
  )
  return Math.max(0, ...waits)
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
