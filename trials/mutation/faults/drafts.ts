import { faultsIn, without, type SqlFault } from '../sql-fault.ts'

const ofMember = without(".where('member_id', '=', memberId)")
const ofKind = without(".where('kind', '=', kind)")

/** Unsent texts. */
export const draftFaults: readonly SqlFault[] = faultsIn('src/server/drafts/drafts.queries.ts', ['drafts'], {
  upsertDraft: [
    without(".where('order_id', '=', orderId)"),
    without(".where('erased_at', 'is', null)"),
    without('.forKeyShare()'),
  ],
  deleteDraft: [
    without(".where('order_id', '=', orderId)"),
    ofMember,
    ofKind,
    without(".where('revision', '=', revision)"),
  ],
  deleteDraftsOfOrder: [without(".where('order_id', '=', orderId)")],
  deleteDraftsOfMember: [ofMember],
})
