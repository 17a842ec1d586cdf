import type { Work } from '#server/platform/work.ts'
import { saveSharedView } from '#server/views/views.ts'

/** Two views of all, of which each member has the first in the sidebar. */
export async function seedViews(work: Pick<Work, 'tx' | 'now'>, memberIds: readonly number[]): Promise<void> {
  await saveSharedView(
    work,
    { name: 'Travel today', queue: 'openOrder', filters: { urgency: 'today' }, sort: 'due_at', order: 'asc' },
    memberIds,
  )
  await saveSharedView(
    work,
    {
      name: 'From China, unassigned',
      queue: 'newOrder',
      filters: { nationality: 'CN' },
      sort: 'due_at',
      order: 'asc',
    },
    [],
  )
}
