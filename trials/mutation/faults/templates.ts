import { faultsIn, without, type SqlFault } from '../sql-fault.ts'

/** Prepared texts. */
export const templateFaults: readonly SqlFault[] = faultsIn(
  'src/server/templates/templates.queries.ts',
  ['templates'],
  {
    selectTemplates: [
      without(".where((the) => the.or([the('t.owner_id', '=', memberId), the('t.owner_id', 'is', null)]))"),
      without(".where('t.deleted_at', 'is', null)"),
    ],
    countTemplates: [
      without(".where('owner_id', ownerId === null ? 'is' : '=', ownerId)"),
      without(".where('deleted_at', 'is', null)"),
    ],
    hasTemplateNamed: [
      without(".where('owner_id', ownerId === null ? 'is' : '=', ownerId)"),
      without(".where('purpose', '=', purpose)"),
      without(".where('deleted_at', 'is', null)"),
      without(".where('id', '<>', except)"),
    ],
    updateTemplate: [
      without(".where('id', '=', id)"),
      without(".where('revision', '=', revision)"),
      without(".where('deleted_at', 'is', null)"),
    ],
    setTemplateDeleted: [without(".where('id', '=', id)")],
  },
)
