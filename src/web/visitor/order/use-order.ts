import { useEffect, useState } from 'react'
import type { OpenedOrder, VisitorPageData } from '#contract/visitor-page-data.ts'
import type { downloadHistory } from '#contract/visitor.ts'
import { CallError, post } from '../call.ts'

export type OrderState =
  | { status: 'loading' }
  | { status: 'shown'; view: OpenedOrder }
  | { status: 'failed'; failure: CallError }

const loadOrder = async (orderId: string): Promise<OpenedOrder> => {
  const answer = await post<typeof downloadHistory>('/front/get-download-history', { orderId })
  return { order: answer.mainResult, history: answer.data, path: answer.path }
}

async function loadInto(orderId: string, set: (state: OrderState) => void) {
  try {
    set({ status: 'shown', view: await loadOrder(orderId) })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    set({ status: 'failed', failure: error })
  }
}

function initialState(initialData: VisitorPageData | null): OrderState {
  if (initialData?.openedOrder) return { status: 'shown', view: initialData.openedOrder }
  return initialData?.hasLoadFailed
    ? { status: 'failed', failure: new CallError(500, '') }
    : { status: 'loading' }
}

/** `reload` keeps the current data until the new data is loaded, and rejects on failure. */
export function useOrder(
  orderId: string,
  initialData: VisitorPageData | null,
): {
  state: OrderState
  reload: () => Promise<OpenedOrder>
  retry: () => void
} {
  const [state, setState] = useState<OrderState>(() => initialState(initialData))
  const isLoading = state.status === 'loading'
  useEffect(() => {
    if (!isLoading) return
    let isCurrent = true
    void loadInto(orderId, (next) => {
      if (isCurrent) setState(next)
    })
    return () => {
      isCurrent = false
    }
  }, [orderId, isLoading])
  return {
    state,
    reload: async () => {
      const view = await loadOrder(orderId)
      setState({ status: 'shown', view })
      return view
    },
    retry: () => setState({ status: 'loading' }),
  }
}
