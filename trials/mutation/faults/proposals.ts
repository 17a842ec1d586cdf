import { faultsIn, without, type SqlFault } from '../sql-fault.ts'

/** Proposed documents. */
export const proposalFaults: readonly SqlFault[] = faultsIn(
  'src/server/proposals/proposals.queries.ts',
  ['proposals'],
  {
    insertProposal: [without(".onConflict((same) => same.column('sha256').doNothing())")],
    reopenSameFile: [without(".where('sha256', '=', sha256)")],
    claimUnread: [
      without(".where('read_at', 'is', null)"),
      without(".where('attempts', '<', maxAttempts)", { seenBy: ['proposal-rows'] }),
      without(
        ".where((the) => the.or([the('attempted_at', 'is', null), the('attempted_at', '<', lostBefore)]))",
        { seenBy: ['proposal-rows'] },
      ),
      without('.forUpdate() .skipLocked()', { seenBy: ['proposal-rows'] }),
    ],
    claimOne: [
      without(".where('id', '=', id)", { seenBy: ['proposal-rows'] }),
      without(".where('attempted_at', 'is', null)", { seenBy: ['proposal-rows'] }),
    ],
    recordRead: [
      without(".where('id', '=', id)"),
      without(".where('read_at', 'is', null)", { seenBy: ['proposal-rows'] }),
    ],
    clearDue: [without(".where('id', '=', id)")],
    markSent: [without(".where('id', '=', id)")],
    reopenSent: [
      without('.where(sql<boolean>`sent_event_id = any(${[...eventIds]}::bigint[])`)'),
      without('.where(sql<boolean>`sent_order_id = any(${[...orderIds]}::bigint[])`)', {
        seenBy: ['proposal-rows'],
      }),
    ],
    setDismissed: [
      without(".where('id', '=', id)"),
      without(".where('dismissed_at', by ? 'is' : 'is not', null)"),
    ],
    deleteWhere: [without('where preview_file is not null', { seenBy: ['proposal-rows'] })],
  },
)
