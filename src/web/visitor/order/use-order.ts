import { useEffect, useState } from 'react'
import type { DownloadRow, VisitorOrder, downloadHistory } from '#contract/visitor.ts'
import { CallFailed, post } from '../call.ts'

export interface OrderView {
  order: VisitorOrder
  history: DownloadRow[]
  /** Where the documents are, from the root. */
  path: string
}

export type OrderState =
  | { is: 'loading' }
  | { is: 'shown'; view: OrderView }
  | { is: 'failed'; failure: CallFailed }

const loadOrder = async (orderId: string): Promise<OrderView> => {
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

/** The order with its history; `reload` keeps what is shown until the new one is there, and throws what fails. */
export function useOrder(orderId: string): {
  state: OrderState
  reload: () => Promise<void>
  retry: () => void
} {
  const [state, setState] = useState<OrderState>({ is: 'loading' })
  useEffect(() => {
    let isWanted = true
    void show(orderId, (next) => {
      if (isWanted) setState(next)
    })
    return () => {
      isWanted = false
    }
  }, [orderId])
  return {
    state,
    reload: async () => setState({ is: 'shown', view: await loadOrder(orderId) }),
    retry: () => {
      setState({ is: 'loading' })
      void show(orderId, setState)
    },
  }
}
