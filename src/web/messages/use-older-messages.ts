import { useInfiniteQuery } from '@tanstack/react-query'
import { listOlderMessages, type Message } from '#contract/messages.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { call } from '#web/lib/client.ts'
import { endpointKey } from '#web/lib/query-client.ts'

interface OlderMessages {
  messages: readonly Message[]
  isFetching: boolean
  loadMore: () => void
}

/** The messages of an order before those in its details; none until they are asked for. */
export function useOlderMessages({ order_id: orderId, messages }: OrderDetails): OlderMessages {
  const first = messages.at(-1)?.id
  const { data, isFetching, refetch, fetchNextPage } = useInfiniteQuery({
    queryKey: [...endpointKey(listOlderMessages), orderId, first],
    queryFn: ({ pageParam, signal }) =>
      call(listOlderMessages, { params: { orderId }, query: { before: pageParam } }, { signal }),
    initialPageParam: first ?? 0,
    getNextPageParam: (page) => page.data.at(-1)?.id ?? null,
    enabled: false,
  })
  return {
    messages: data?.pages.flatMap((page) => page.data) ?? [],
    isFetching,
    loadMore: () => void (data ? fetchNextPage() : refetch()),
  }
}
