import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findOrders } from '#contract/orders.ts'
import { readOptions } from '#web/lib/endpoint-hooks.ts'

/** ms without a key, after which the server is asked. */
const typingPause = 150
/** Fewer letters find ids and Chinese names, which may be as short; one letter finds everything. */
const minLetters = 2

/** The orders that a text names; while others are looked for, those of before stay. */
export function useFoundOrders(text: string) {
  const [asked] = useDebouncedValue(text.trim(), typingPause)
  const isAsked = [...asked].length >= minLetters
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    // Each is recorded, so that one is not repeated by itself.
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
