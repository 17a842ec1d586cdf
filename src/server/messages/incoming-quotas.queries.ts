import type { Tx } from '#server/platform/db/database.ts'
import type { MailQuotaScope } from '#server/platform/db/tables.ts'

export interface QuotaKey {
  scope: MailQuotaScope
  key: string
  proven: boolean
}

const rowsOf = (keys: readonly QuotaKey[], hour: Date) => keys.map((key) => ({ ...key, hour }))

/** The counts of an hour, locked in the order of `keys`, which all callers sort alike; at least one. */
export const lockQuotas = (tx: Tx, keys: readonly QuotaKey[], hour: Date) =>
  tx
    .insertInto('mail_quotas')
    .values(rowsOf(keys, hour))
    .onConflict((same) =>
      same
        .columns(['scope', 'key', 'hour', 'proven'])
        .doUpdateSet({ hour: (row) => row.ref('excluded.hour') }),
    )
    .returning(['scope', 'key', 'proven', 'received', 'bytes'])
    .execute()

interface QuotaChange {
  received?: number
  bytes?: number
  left_out?: number
}

/** Adds to the counts that `lockQuotas` created, in the order in which it locks them. */
export const addToQuotas = (
  tx: Tx,
  keys: readonly QuotaKey[],
  hour: Date,
  { received = 0, bytes = 0, left_out: leftOut = 0 }: QuotaChange,
) =>
  Promise.all(
    keys.map(({ scope, key, proven }) =>
      tx
        .updateTable('mail_quotas')
        .set((row) => ({
          received: row('received', '+', received),
          bytes: row('bytes', '+', bytes),
          left_out: row('left_out', '+', leftOut),
        }))
        .where('hour', '=', hour)
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('proven', '=', proven)
        .execute(),
    ),
  )

/** Mails left out since then, for an order (its id) or for all together (''). */
export async function sumLeftOut(tx: Tx, scope: MailQuotaScope, key: string, since: Date): Promise<number> {
  const { sum } = await tx
    .selectFrom('mail_quotas')
    .select(({ fn }) => fn.sum<number | null>('left_out').as('sum'))
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('hour', '>', since)
    .executeTakeFirstOrThrow()
  return sum ?? 0
}

export const selectAddressees = (tx: Tx, orderIds: readonly number[]) =>
  tx
    .selectFrom('orders')
    .select(['order_id', 'email', 'traveller_email'])
    .where('order_id', 'in', orderIds)
    .where('erased_at', 'is', null)
    .orderBy('order_id')
    .execute()

export const deleteQuotaKeys = (tx: Tx, keys: { order: readonly string[]; sender: readonly string[] }) =>
  tx
    .deleteFrom('mail_quotas')
    .where(({ or, and, eb }) =>
      or(
        (['order', 'sender'] as const).map((scope) =>
          and([eb('scope', '=', scope), eb('key', 'in', [...keys[scope], ''])]),
        ),
      ),
    )
    .execute()
