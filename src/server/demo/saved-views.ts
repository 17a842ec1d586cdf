import { insertPin, insertView, type ViewedList } from '#server/views/views.queries.ts'
import type { Tx } from '#server/platform/db/database.ts'

const views: readonly (ViewedList & { name: string })[] = [
  {
    name: 'Travel today',
    queue: 'openOrder',
    filters: { urgency: 'today' },
    sort: 'due_at',
    order: 'asc',
  },
  {
    name: 'From China, unassigned',
    queue: 'newOrder',
    filters: { nationality: 'CN' },
    sort: 'due_at',
    order: 'asc',
  },
]

/** Two views of all, of which each member has the first in the sidebar. */
export async function seedViews(tx: Tx, memberIds: readonly number[], now: Date): Promise<void> {
  for (const [index, view] of views.entries()) {
    const id = await insertView(tx, { ...view, ownerId: null }, now)
    if (index === 0) for (const memberId of memberIds) await insertPin(tx, memberId, id)
  }
}
