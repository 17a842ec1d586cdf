import type { Insertable, Selectable } from 'kysely'
import type { EventAction } from '#contract/rules/order-events.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { countRows } from '#server/platform/db/page.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export type DocumentRow = Selectable<Tables['documents']>
type NewDocument = Omit<
  Insertable<Tables['documents']>,
  'withdrawn_at' | 'withdrawn_by' | 'sealed_withdrawn_reason' | 'replaced_by'
>

export type NamedDocument = Pick<DocumentRow, 'file1' | 'sealed_name'>

const validDocuments = (tx: Tx, orderId: number) =>
  tx.selectFrom('documents').where('order_id', '=', orderId).where('withdrawn_at', 'is', null)

export const insertDocument = (tx: Tx, document: NewDocument) =>
  tx.insertInto('documents').values(document).returning('id').executeTakeFirstOrThrow()

/** Whether a mailed file is a document already; locks the file, so that two members cannot both accept it. */
export async function isMessageFileAccepted(
  tx: Tx,
  orderId: number,
  messageFileId: number,
): Promise<boolean> {
  await tx.selectFrom('message_files').select('id').where('id', '=', messageFileId).forUpdate().execute()
  const accepted = await validDocuments(tx, orderId)
    .select('id')
    .where('message_file_id', '=', messageFileId)
    .executeTakeFirst()
  return accepted !== undefined
}

/** Newest first. */
export const selectDocuments = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('documents as d')
    .innerJoin('orders as o', 'o.order_id', 'd.order_id')
    .selectAll('d')
    .select('o.full_name')
    .where('d.order_id', '=', orderId)
    .where('d.withdrawn_at', 'is', null)
    .orderBy('d.id', 'desc')
    .execute()

export const selectDocument = (tx: Tx, orderId: number, file1: string): Promise<DocumentRow | undefined> =>
  validDocuments(tx, orderId).selectAll().where('file1', '=', file1).executeTakeFirst()

/**
 * The documents that a document of this traveller replaces; one of the whole order (null) replaces those of all
 * travellers.
 */
export const selectTravellerDocuments = (tx: Tx, orderId: number, traveller: number | null) =>
  validDocuments(tx, orderId)
    .select('file1')
    .where((eb) => (traveller === null ? eb('traveller', 'is not', null) : eb('traveller', '=', traveller)))
    .orderBy('id')
    .execute()

/** The travellers of an order's valid documents. */
export const selectTravellersWithDocument = (tx: Tx, orderId: number) =>
  validDocuments(tx, orderId).select('traveller').execute()

export const countDocuments = (tx: Tx, orderId: number): Promise<number> =>
  countRows(tx, validDocuments(tx, orderId).select('id'))

const documentActions = [
  'document uploaded',
  'document withdrawn',
  'document restored',
] satisfies EventAction[]

/** The member or actor of the last upload, withdrawal or restoration. */
export const selectLastDocumentEvent = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('order_events as e')
    .leftJoin('members as m', 'm.id', 'e.member_id')
    .select(({ fn }) => fn.coalesce('m.name', 'e.actor').as('by'))
    .where('e.order_id', '=', orderId)
    .where('e.action', 'in', documentActions)
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface Withdrawal {
  at: Date
  /** Null if no member did it. */
  memberId: number | null
  /** Sealed. */
  sealedReason: Buffer
  /** The document that replaces it. */
  replacedBy: number | null
}

/** Undefined if the document has been withdrawn already. */
export const withdrawDocument = (
  tx: Tx,
  orderId: number,
  file1: string,
  { at, memberId, sealedReason, replacedBy }: Withdrawal,
): Promise<NamedDocument | undefined> =>
  tx
    .updateTable('documents')
    .set({
      withdrawn_at: at,
      withdrawn_by: memberId,
      sealed_withdrawn_reason: sealedReason,
      replaced_by: replacedBy,
    })
    .where('order_id', '=', orderId)
    .where('file1', '=', file1)
    .where('withdrawn_at', 'is', null)
    .returning(['file1', 'sealed_name'])
    .executeTakeFirst()
