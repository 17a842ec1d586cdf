import { faultsIn, without, type SqlFault } from '../sql-fault.ts'

const intake = faultsIn('src/server/intake/receive-order.queries.ts', ['intake'], {
  selectTakenIds: [
    without(".where('order_id', 'in', ids)", { equivalent: 'Only reads more ids than it is asked for.' }),
  ],
  claimIdempotencyKey: [without('.onConflict((conflict) => conflict.doNothing())')],
  selectReply: [without(".where('owner', '=', owner)"), without(".where('key', '=', key)")],
  saveReply: [without(".where('owner', '=', owner)"), without(".where('key', '=', key)")],
})

const imports = faultsIn('src/server/intake/import/import-file.queries.ts', ['import'], {
  selectImportedKeys: [
    without(".where('owner', '=', owner)"),
    without(".where('key', '=', sql<string>`any(${keys}::text[])`)"),
  ],
  selectExistingOrderIds: [without(".where('order_id', '=', sql<number>`any(${ids}::bigint[])`)")],
  selectMembersByName: [without('m.removed_at nulls first, ')],
})

const fileProgress = faultsIn('src/server/intake/import/file-progress.queries.ts', ['import-runs'], {
  insertOrRestartFile: [without(".where('import_files.finished_at', 'is not', null)")],
  updateFileProgress: [
    without(".where('sha256', '=', sha256)"),
    without(".where('records', '=', from.records)"),
    without(".where('finished_at', 'is', null)"),
  ],
  finishFile: [without(".where('sha256', '=', sha256)")],
})

const importing = faultsIn('src/server/intake/import/import-batch.ts', ['import'], {
  importBatch: [without("await lockByName(work.tx, 'import')")],
})

const policies = faultsIn('src/server/sites/policies.queries.ts', ['sites'], {
  insertPolicy: [without('.onConflict((conflict) => conflict.doNothing())')],
})

export const intakeFaults: SqlFault[] = [...intake, ...imports, ...fileProgress, ...importing, ...policies]
