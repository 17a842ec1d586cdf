import { faultsIn, without, type SqlFault } from '../sql-fault.ts'

const ofMember = without(".where('member_id', '=', memberId)")
const ofKind = without(".where('kind', '=', kind)")

/** Unsent texts. */
export const draftFaults: readonly SqlFault[] = faultsIn('src/server/drafts/drafts.queries.ts', ['drafts'], {
  isFollowedBy: [
    without('drafts.revision = ${revision} or'),
    without('or (drafts.page_id = excluded.page_id and drafts.save_number < excluded.save_number)'),
    without('and drafts.save_number < excluded.save_number'),
    without('drafts.page_id = excluded.page_id and'),
  ],
  upsertDraft: [
    without(".where('order_id', '=', orderId)"),
    without(".where('erased_at', 'is', null)"),
    without('.forKeyShare()'),
    without('.where(isFollowedBy(revision))'),
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
