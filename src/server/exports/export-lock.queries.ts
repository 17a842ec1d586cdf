import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'

/** Of one export of one member: any server sees who holds it. */
const lockName = (memberId: number, exportId: string) => `export ${memberId} ${exportId}`

/** Held until the transaction that reads the rows ends. */
export const lockExport = (tx: Tx, memberId: number, exportId: string) =>
  lockByName(tx, lockName(memberId, exportId))

/** Connections of the database that read the rows of this export; `result` is asked of each. */
const ofReaders = <T>(result: RawBuilder<T>, memberId: number, exportId: string) => sql<{ result: T }>`
  with key as (select hashtextextended(${lockName(memberId, exportId)}, 0) as value)
  select ${result} as result
  from pg_locks l, key
  where l.locktype = 'advisory' and l.granted and l.objsubid = 1
    and l.database = (select oid from pg_database where datname = current_database())
    and l.classid::bigint = ((value >> 32) & 4294967295) and l.objid::bigint = (value & 4294967295)`

/** Whether any server reads rows for it. */
export async function isExportRead(db: Db, memberId: number, exportId: string): Promise<boolean> {
  const { rows } = await ofReaders(sql<number>`l.pid`, memberId, exportId).execute(db)
  return rows.length > 0
}

/** Ends the connection that reads the rows, whatever it is about, on whichever server; whether there was one. */
export async function endExportRead(db: Db, memberId: number, exportId: string): Promise<boolean> {
  const { rows } = await ofReaders(sql<boolean>`pg_terminate_backend(l.pid)`, memberId, exportId).execute(db)
  return rows.length > 0
}
