import { sql } from 'kysely'
import { wireInstant } from '#contract/rules/dates.ts'
import {
  changedBy,
  dataBefore,
  isSame,
  mergeChanges,
  replacedValues,
  type Data,
  type DataChange,
} from '#contract/rules/merge-changes.ts'
import type { ConflictTold, MeanwhileTold } from '#contract/revisions.ts'
import { dataActions } from '#contract/rules/order-events.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import { endDraft } from '#server/drafts/drafts.ts'
import type { DraftKind } from '#contract/drafts.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { openChangedValues, openDetails } from '#server/orders/events.ts'

interface MergeRequest {
  orderId: number
  /** The revision that the caller saw; undefined replaces what others changed since. */
  revision: number | undefined
  current: Data
  changes: Data
}

/** What is left to change in the current data, its revision, and what others changed since the caller's. */
interface MergedRequest {
  changes: Data
  newest: number
  meanwhile: MeanwhileTold[]
}

/**
 * Merges changes of a locked order with those since the caller's revision (product §5). 409 with the conflicts if the
 * same was changed; 400 for a revision that the order does not have yet.
 */
export async function mergeSince(
  work: Pick<Work, 'tx' | 'seal'>,
  { orderId, revision, current, changes }: MergeRequest,
): Promise<MergedRequest> {
  const newest = await loadRevision(work.tx, orderId)
  if (revision !== undefined && revision > newest) return refuse('invalid', 'Revision is not valid.')
  if (revision === undefined || revision === newest) return { changes, newest, meanwhile: [] }
  const since = await loadChanges(work, orderId, newest - revision)
  const theirs = { ...dataAfter(since), ...current }
  const was = dataBefore(theirs, since)
  const merged = mergeChanges(was, theirs, { ...was, ...changes })
  if (merged.conflicts.length > 0) {
    const conflicts = merged.conflicts.map(({ theirs: now, ...conflict }): ConflictTold => ({
      ...conflict,
      theirs: now,
      ...actorOf(changedBy({ field: conflict.field, now }, since)),
    }))
    const names = [...new Set(conflicts.map(({ by }) => by))].join(', ')
    return refuse('conflict', `${names} changed the same meanwhile. Nothing was stored.`, {
      data: { revision: newest, conflicts },
    })
  }
  return {
    newest,
    // What the caller did not send is as it is stored.
    changes: Object.fromEntries(
      Object.keys(changes)
        .filter((key) => !isSame(merged.data[key], theirs[key]))
        .map((key) => [key, merged.data[key]]),
    ),
    meanwhile: merged.meanwhile.map((change) => ({ ...change, ...actorOf(changedBy(change, since)) })),
  }
}

interface SavedForm<T> {
  orderId: number
  revision?: number | undefined
  draft?: number | undefined
  kind: DraftKind
  current: T
  changes: T
}

/** The values to save of a form of single fields, which ends its draft; the save makes the next revision. */
export async function mergeSaved<T extends Data>(
  work: Work,
  { orderId, kind, revision, draft, current, changes }: SavedForm<T>,
): Promise<{ data: T; revision: number; meanwhile: MeanwhileTold[] }> {
  const merged = await mergeSince(work, { orderId, revision, current, changes })
  await endDraft(work, { orderId, kinds: [kind], revision: draft })
  const data = { ...current }
  for (const key of keysOf(changes)) if (Object.hasOwn(merged.changes, key)) data[key] = changes[key]
  return { data, revision: merged.newest + 1, meanwhile: merged.meanwhile }
}

const actorOf = (change: DataChange | undefined) => ({ by: change?.by ?? '', at: change?.at ?? '' })

/** The newest value of each key that these changes, newest first, gave. */
const dataAfter = (changes: readonly DataChange[]): Data =>
  Object.fromEntries(
    changes.toReversed().flatMap(({ changes: one }) => Object.entries(one).map(([key, { to }]) => [key, to])),
  )

/** ` Ben changed other fields meanwhile.`, for a message; '' if nothing changed. */
export const meanwhileNotice = (meanwhile: readonly MeanwhileTold[]): string =>
  meanwhile.length === 0
    ? ''
    : ` ${[...new Set(meanwhile.map(({ by }) => by))].join(', ')} changed the order’s data meanwhile.`

const isDataChange = sql<boolean>`e.action in (${sql.join(dataActions.map((action) => sql.lit(action)))})`

/** The revision of the enclosing statement's order `o`. */
export const revision = sql<number>`(
  select 1 + count(*)::int from order_events e where e.order_id = o.order_id and ${isDataChange})`

async function loadRevision(tx: Work['tx'], orderId: number): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select ${revision} as revision from orders o where o.order_id = ${orderId}
  `.execute(tx)
  return rows[0]?.revision ?? 1
}

/** The newest changes, newest first. */
async function loadChanges(
  { tx, seal }: Pick<Work, 'tx' | 'seal'>,
  orderId: number,
  count: number,
): Promise<DataChange[]> {
  const rows = await tx
    .selectFrom('order_events as e')
    .leftJoin('members as m', 'm.id', 'e.member_id')
    .select(['e.at', 'e.details', 'e.sealed_details', 'e.sealed'])
    .select(({ fn }) => fn.coalesce('m.name', 'e.actor').as('by'))
    .where('e.order_id', '=', orderId)
    .where(isDataChange)
    .orderBy('e.id', 'desc')
    .limit(count)
    .execute()
  return rows.map(({ at, by, sealed, ...row }) => ({
    at: wireInstant(at),
    by,
    changes: replacedValues(
      sealed ? openChangedValues(seal, orderId, sealed) : openDetails(seal, orderId, row),
    ),
  }))
}
