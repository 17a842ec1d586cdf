import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../db/database.ts'
import { lockByNames } from '../db/named-lock.ts'
import { addressNetworks } from './address-key.ts'
import { createTurns } from './turns.ts'

export interface AttemptLimit {
  scope: string
  key: string
  max: number
  minutes: number
}

/** Addresses and e-mails are stored as hashes. */
export const storedKey = ({ scope, key }: Pick<AttemptLimit, 'scope' | 'key'>): string =>
  createHash('sha256').update(`${scope} ${key}`).digest('base64url')

export const addressLimits = (ip: string, limit: Omit<AttemptLimit, 'key'>): AttemptLimit[] =>
  addressNetworks(ip).map(({ key, share }) => ({ ...limit, key, max: limit.max * share }))

const inTurn = createTurns()

/** A transaction that counts towards these limits. Attempts of one key wait for each other without a connection. */
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
  scopes: readonly string[]
  keys: readonly string[]
  since: readonly Date[]
  before: readonly number[]
}

/** For each limit: the failure that must expire before the next attempt; null below the limit. */
const selectOldestThatCount = async (tx: Tx, { scopes, keys, since, before }: CountedFailures) =>
  (
    await sql<{ at: Date | null }>`
    select (
      select at from attempts
      where scope = counted.scope and key = counted.key and at > counted.since
      order by at desc offset counted.before limit 1
    ) as at
    from unnest(
      ${scopes}::text[], ${keys}::text[],
      ${since}::timestamptz[], ${before}::int[]
    ) with ordinality as counted(scope, key, since, before, place)
    order by place`.execute(tx)
  ).rows

const windowMs = ({ minutes }: AttemptLimit) => minutes * 60_000

/**
 * For each group: seconds until all its limits allow an attempt, or 0. Locks the keys until the transaction ends, so
 * that concurrent attempts cannot exceed a limit. All callers list their limits in the same order, which avoids
 * deadlocks.
 */
export async function secondsToWaitOf(
  tx: Tx,
  groups: readonly (readonly AttemptLimit[])[],
  now: Date,
): Promise<number[]> {
  const limits = groups.flat()
  // A connection runs its statements in order: the failures are read after the keys are locked.
  const [, oldest] = await Promise.all([
    lockByNames(
      tx,
      limits.map(({ scope, key }) => `${scope} ${key}`),
    ),
    selectOldestThatCount(tx, {
      scopes: limits.map(({ scope }) => scope),
      keys: limits.map(storedKey),
      since: limits.map((limit) => new Date(now.getTime() - windowMs(limit))),
      before: limits.map(({ max }) => max - 1),
    }),
  ])
  const waits = new Map(
    limits.map((limit, index) => {
      const at = oldest[index]?.at
      return [limit, at ? Math.max(1, Math.ceil((at.getTime() + windowMs(limit) - now.getTime()) / 1000)) : 0]
    }),
  )
  return groups.map((group) => Math.max(0, ...group.map((limit) => waits.get(limit) ?? 0)))
}

export async function secondsToWait(tx: Tx, limits: readonly AttemptLimit[], now: Date): Promise<number> {
  const [wait = 0] = await secondsToWaitOf(tx, [limits], now)
  return wait
}

export const recordFailure = (tx: Tx, limits: readonly AttemptLimit[], now: Date) =>
  tx
    .insertInto('attempts')
    .values(limits.map((limit) => ({ scope: limit.scope, key: storedKey(limit), at: now })))
    .execute()

/**
 * Counts an attempt as failed before its outcome is known. Returns the seconds to wait, 0 when it is allowed. A success
 * removes the count with `releaseAttempt` or `clearAttempts`.
 */
export async function claimAttempt(tx: Tx, limits: readonly AttemptLimit[], now: Date): Promise<number> {
  const wait = await secondsToWait(tx, limits, now)
  if (wait === 0) await recordFailure(tx, limits, now)
  return wait
}

/** Removes the attempt that `claimAttempt` counted at `now`; earlier failures still count. */
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

export async function clearAttempts(tx: Tx, limits: readonly AttemptLimit[]): Promise<void> {
  for (const limit of limits)
    await tx
      .deleteFrom('attempts')
      .where('scope', '=', limit.scope)
      .where('key', '=', storedKey(limit))
      .execute()
}
