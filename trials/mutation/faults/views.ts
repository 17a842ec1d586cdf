import { faultsIn, without, type SqlFault } from '../sql-fault.ts'

/** Saved views and their pins. */
export const viewFaults: readonly SqlFault[] = faultsIn('src/server/views/views.queries.ts', ['views'], {
  selectViews: [
    without(".where('deleted_at', 'is', null)"),
    without(".where((the) => the.or([the('owner_id', '=', memberId), the('owner_id', 'is', null)]))"),
  ],
  countViews: [without(".where('deleted_at', 'is', null)")],
  hasViewNamed: [
    without(".where('owner_id', ownerId === null ? 'is' : '=', ownerId)"),
    without(".where('deleted_at', 'is', null)"),
    without(".where('id', '<>', except ?? 0)"),
  ],
  updateView: [without(".where('id', '=', id)")],
  insertPin: [without('.onConflict((conflict) => conflict.doNothing())')],
  deletePin: [without(".where('member_id', '=', memberId)"), without(".where('view_id', '=', viewId)")],
})
