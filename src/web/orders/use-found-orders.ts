import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findOrders } from '#contract/orders.ts'
import { readOptions } from '#web/lib/endpoint-hooks.ts'

/** ms without input before the server is asked. */
const typingPause = 150
/** Two letters suffice for ids and short Chinese names; one letter matches too much. */
const minLetters = 2

/** The orders that match a text; the previous ones stay while loading. */
export function useFoundOrders(text: string) {
  const [asked] = useDebouncedValue(text.trim(), typingPause)
  const isAsked = [...asked].length >= minLetters
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    // Each search is recorded, so none is repeated by itself.
    ...readOptions(findOrders, { body: { text: asked } }, { showsFailureInline: true, staleTime: Infinity }),
    gcTime: 0,
    enabled: isAsked,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  const isCurrent = asked === text.trim() && !isFetching && !isPlaceholderData
  return {
    orders: isAsked && text.trim() !== '' ? (data?.data ?? []) : [],
    error: isAsked ? error : null,
    isCurrent: isCurrent || !isAsked,
  }
}
