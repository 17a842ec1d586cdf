import { useEffect, useState } from 'react'
import type { OpenedOrder, VisitorPageData } from '#contract/visitor-page-data.ts'
import { CallError } from '../call.ts'
import { loadOrder } from './load-order.ts'

export type OrderState =
  | { status: 'loading' }
  | { status: 'shown'; view: OpenedOrder }
  | { status: 'failed'; failure: CallError }

async function loadInto(orderId: string, set: (state: OrderState) => void) {
  try {
    set({ status: 'shown', view: await loadOrder(orderId) })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    set({ status: 'failed', failure: error })
  }
}

function initialState(initialData: VisitorPageData | null, opened: OpenedOrder | null): OrderState {
  const view = initialData?.openedOrder ?? opened
  if (view) return { status: 'shown', view }
  return initialData?.hasLoadFailed
    ? { status: 'failed', failure: new CallError(500, '') }
    : { status: 'loading' }
}

/** `reload` keeps the current data until the new data is loaded, and rejects on failure. */
export function useOrder(
  orderId: string,
  initialData: VisitorPageData | null,
  /** What the tracking page has just loaded. */
  opened: OpenedOrder | null,
): {
  state: OrderState
  reload: () => Promise<OpenedOrder>
  retry: () => void
} {
  const [state, setState] = useState<OrderState>(() => initialState(initialData, opened))
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
