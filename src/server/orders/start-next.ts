import * as contract from '#contract/moves.ts'
import type { StartableQueue } from '#contract/moves.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { viewOf } from './counts.ts'
import { noSuchMember } from './assign.ts'
import { eventMetadata } from './events.ts'
import { lockActiveMember } from './guards.queries.ts'
import { claimMostUrgent, selectMostUrgent } from './start-next.queries.ts'
import { createUndoToken } from './undo.ts'
import { forgottenBefore, recordViewer } from './viewers.ts'

/** Whose most urgent order is claimed; of the other startable queues it is only opened. */
const claimedQueues = ['newOrder', 'priorityOrder'] as const satisfies readonly StartableQueue[]

const nothingWaits = () => refuse('notFound', 'Nothing is waiting.')

async function claimNext(work: Work, queues: readonly StartableQueue[]) {
  const { tx, actor, now } = work
  const [own, claimed] = await Promise.all([
    lockActiveMember(tx, actor.name),
    claimMostUrgent(tx, queues, viewOf(work), {
      change: { assignee_id: actor.id, assigned_at: now },
      metadata: eventMetadata(work, 'assigned'),
    }),
  ])
  // Removed at this moment: what was claimed is taken back.
  if (own?.id !== actor.id) return noSuchMember()
  if (!claimed) return nothingWaits()
  return { order_id: claimed.orderId, undo: await createUndoToken(work, [claimed.eventId]) }
}

async function openNext(work: Work, queue: StartableQueue) {
  const { tx, now } = work
  // Of two at once the second sees what the first was given.
  await lockByName(tx, `start next ${queue}`)
  const orderId = await selectMostUrgent(tx, queue, viewOf(work), forgottenBefore(now))
  if (orderId === undefined) return nothingWaits()
  await recordViewer(work, orderId, true)
  return { order_id: orderId, undo: null }
}

export const startNextCalls = implement(contract, {
  /** Gives the caller the order to work on next (product §12); 404 where nothing waits. */
  startNext: write(async (work, { body: { folderName } }) => {
    if (folderName !== undefined && !isOneOf(claimedQueues, folderName))
      return { message: 'Order has been opened', data: await openNext(work, folderName) }
    const data = await claimNext(work, folderName === undefined ? claimedQueues : [folderName])
    return { message: 'Order has been assigned successfully', data }
  }),
})
