import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { changeMatchingOrders, type BulkRunAction } from '#contract/bulk-runs.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { bulkCallSettings, useUndoToast } from '#web/undo/use-undo-toast.ts'
import { outcomeText } from '#web/undo/outcome-texts.ts'
import { actionTexts, type DirectActionName } from '../action-texts.ts'
import { followRun } from '../bulk-runs/followed-run.ts'
import { removeAllFromCache } from './list/list-queries.ts'
import type { OrderListQuery } from './list/list-request.ts'
import type { MatchingChoice } from './use-selected-orders.ts'

/** Data of the refusal when the list no longer has the expected number of orders. */
const recounted = z.object({ count: z.number() })

interface MatchingOptions {
  onDone: () => void
  /** Nothing was changed, because the list now has this many of the chosen orders. */
  onRecounted: (count: number) => void
}

/** Bulk actions on all orders that a list matches: at once, or as a run with progress. */
export function useMatchingActions(listQuery: OrderListQuery, { onDone, onRecounted }: MatchingOptions) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const me = useCurrentMember()
  const showSuccess = useUndoToast()
  const { call, busy } = useCall(changeMatchingOrders, {
    explain: (refused: CallError) => {
      const { data, success } = z.safeParse(recounted, refused.data)
      if (!success) return bulkCallSettings.explain(refused)
      onRecounted(data.count)
      return 'They are counted anew, and still chosen.'
    },
  })

  const refreshLists = () => refresh(client, orderReadEndpoints)
  const actions: Record<DirectActionName, BulkRunAction> = {
    assign: { kind: 'assign', assignto: me.name },
    giveBack: { kind: 'giveBack' },
    delete: { kind: 'delete' },
  }

  const runMatching = async (action: DirectActionName, { except, count }: MatchingChoice) => {
    const { question, title, doneText } = actionTexts[action]
    if (!(await confirm(question({ count })))) return
    const { queue, searchVal, month, filters } = listQuery
    const answer = await call({
      body: {
        orders: {
          folderName: queue,
          searchVal,
          ...(month !== null && { month }),
          ...filters,
          except: [...except],
          expectedCount: count,
        },
        action: actions[action],
      },
    })
    if (!answer) return void refreshLists()
    onDone()
    // Order History keeps every order.
    const leaveList = () =>
      queue === 'allOrder' ? Promise.resolve() : removeAllFromCache(client, listQuery, except)
    await leaveList()
    const { result, run } = answer.data
    if (run) return followRun(run.id, () => leaveList().then(refreshLists))
    void refreshLists()
    if (result)
      showSuccess({ title: title ?? answer.message, text: outcomeText(doneText, result), undo: result.undo })
  }
  return { runMatching, busy }
}
