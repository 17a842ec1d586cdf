import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fewResults, findOrders, maxResults } from '#contract/orders.ts'
import { readOptions } from '#web/lib/endpoint-hooks.ts'

/** ms without input before the server is asked. */
const typingPause = 150
/** Two letters suffice for ids and short Chinese names; one letter matches too much. */
const minLetters = 2

/** The newest orders that match a text, or as many as the server names; the previous ones stay while loading. */
export function useFoundOrders(text: string, wantsAll = false) {
  const [asked] = useDebouncedValue(text.trim(), typingPause)
  const isAsked = [...asked].length >= minLetters
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    // Each search is recorded, so none is repeated by itself.
    ...readOptions(
      findOrders,
      { body: { text: asked, limit: wantsAll ? maxResults : fewResults } },
      { showsFailureInline: true, staleTime: Infinity },
    ),
    gcTime: 0,
    enabled: isAsked,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  const isCurrent = asked === text.trim() && !isFetching && !isPlaceholderData
  const found = isAsked && text.trim() !== '' ? data : undefined
  return {
    orders: found?.data ?? [],
    /** Of all matches, some of which may not be among the orders. */
    count: found?.count ?? 0,
    hasMore: found?.more ?? false,
    error: isAsked ? error : null,
    isCurrent: isCurrent || !isAsked,
  }
}

export type FoundOrders = Pick<ReturnType<typeof useFoundOrders>, 'orders' | 'count' | 'hasMore'>
