import { useQueryClient } from '@tanstack/react-query'
import { assignOrders, deleteOrders, undo } from '#contract/moves.ts'
import { refundOrders } from '#contract/refunds.ts'
import type { CallRefused } from '#web/lib/call-refused.ts'
import { refresh, useCall } from '#web/lib/hooks.ts'
import { useMe } from '#web/session/auth.ts'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { orderReads } from '#contract/order-reads.ts'
import { actionTexts, outcomeText, refusedText, undoneText } from './bulk-texts.ts'
import { takeOut, type Listed } from './list-queries.ts'
import type { BulkActionName } from './queue-screens.ts'

const settings = { explain: ({ data }: CallRefused) => refusedText(data) }

/** Asks, does it, tells what was done and offers Undo. `onDone` is called when the rows need to be chosen no more. */
export function useBulkActions(listed: Listed, onDone: () => void) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const me = useMe()
  const assigning = useCall(assignOrders, settings)
  const deleting = useCall(deleteOrders, settings)
  const refunding = useCall(refundOrders, settings)
  const undoing = useCall(undo, settings)

  const calls = {
    assign: (orderId: number[]) => assigning.run({ body: { orderId, assignto: me.name } }),
    giveBack: (orderId: number[]) => assigning.run({ body: { orderId, assignto: null } }),
    delete: (orderId: number[]) =>
      deleting.run({ body: { orderId, updatingStatus: 'Deleted', permanentDeletedFlag: false } }),
    refund: (orderId: number[]) => refunding.run({ body: { orderId } }),
  }

  const takeBack = async (token: string) => {
    const answer = await undoing.run({ body: { undo: token } })
    void refresh(client, orderReads)
    if (answer) showToast({ tone: 'good', title: answer.message, text: undoneText(answer.data) })
  }

  const act = async (action: BulkActionName, ids: number[]) => {
    const { question } = actionTexts[action]
    if (ids.length === 0 || (question && !(await confirm(question(ids))))) return
    // Order History keeps an order whatever becomes of it, Refunds one that is refunded.
    if (listed.queue !== 'allOrder' && action !== 'refund') await takeOut(client, listed, new Set(ids))
    onDone()
    const answer = await calls[action](ids)
    void refresh(client, orderReads)
    if (!answer) return
    const { undo: token } = answer.data
    showToast({
      tone: 'good',
      title: actionTexts[action].title ?? answer.message,
      text: outcomeText(actionTexts[action].done, answer.data),
      undo: token === null ? undefined : () => void takeBack(token),
    })
  }

  return { act, busy: assigning.busy || deleting.busy || refunding.busy }
}
