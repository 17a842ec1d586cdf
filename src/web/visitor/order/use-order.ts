import { useEffect, useState } from 'react'
import type { OpenedOrder, VisitorStart } from '#contract/visitor-start.ts'
import type { downloadHistory } from '#contract/visitor.ts'
import { CallFailed, post } from '../call.ts'

export type OrderState =
  | { is: 'loading' }
  | { is: 'shown'; view: OpenedOrder }
  | { is: 'failed'; failure: CallFailed }

const loadOrder = async (orderId: string): Promise<OpenedOrder> => {
  const answer = await post<typeof downloadHistory>('/front/get-download-history', { orderId })
  return { order: answer.mainResult, history: answer.data, path: answer.path }
}

async function show(orderId: string, set: (state: OrderState) => void) {
  try {
    set({ is: 'shown', view: await loadOrder(orderId) })
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    set({ is: 'failed', failure: error })
  }
}

function beginning(first: VisitorStart | null): OrderState {
  if (first?.opened) return { is: 'shown', view: first.opened }
  return first?.hasFailed ? { is: 'failed', failure: new CallFailed(500, '') } : { is: 'loading' }
}

/**
 * The order with its history, as the page came with it or else loaded; `reload` keeps what is shown until the new one
 * is there, and throws what fails.
 */
export function useOrder(
  orderId: string,
  first: VisitorStart | null,
): {
  state: OrderState
  reload: () => Promise<void>
  retry: () => void
} {
  const [state, setState] = useState<OrderState>(() => beginning(first))
  const isLoading = state.is === 'loading'
  useEffect(() => {
    if (!isLoading) return
    let isWanted = true
    void show(orderId, (next) => {
      if (isWanted) setState(next)
    })
    return () => {
      isWanted = false
    }
  }, [orderId, isLoading])
  return {
    state,
    reload: async () => setState({ is: 'shown', view: await loadOrder(orderId) }),
    retry: () => setState({ is: 'loading' }),
  }
}
