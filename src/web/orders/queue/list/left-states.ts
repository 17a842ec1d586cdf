import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { orderStates } from '#contract/orders.ts'
import { readOptions } from '#web/lib/endpoint-hooks.ts'

type LeftState = Reply<typeof orderStates>['data'][number]

/** Maximum ids per call. */
const maxOrders = 100

/** The current state of orders that others took out of the list. */
export const LeftStatesContext = createContext<ReadonlyMap<number, LeftState>>(new Map())

export const useLeftStates = () => use(LeftStatesContext)

export function useStatesOf(orderIds: readonly number[]): ReadonlyMap<number, LeftState> {
  const groups = Array.from({ length: Math.ceil(orderIds.length / maxOrders) }, (_, group) =>
    orderIds.slice(group * maxOrders, (group + 1) * maxOrders),
  )
  const states = useQueries({
    queries: groups.map((ids) => ({
      ...readOptions(orderStates, { query: { orderIds: ids.join(',') } }, { showsFailureInline: true }),
      placeholderData: keepPreviousData,
    })),
    combine: (results) => results.flatMap(({ data }) => data?.data ?? []),
  })
  return useMemo(() => new Map(states.map((state) => [state.order_id, state])), [states])
}
