import { useQueries, type UseQueryOptions } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { CallError } from './call-error.ts'

export interface Blocks<Block> {
  /** The visible rows, for a table's `onRangeChange`. */
  onRangeChange: (first: number, last: number) => void
  /** The block containing this row, once it is loaded. */
  blockAt: (row: number) => Block | undefined
  /** Any loaded block. */
  anyBlock: Block | undefined
  isFetching: boolean
  updatedAt: number
  /** The failure of a block that has no data. */
  failure: CallError | null
}

/** Loads a list of any length in blocks of `size` rows, fetching only the visible ones. */
export function useBlocks<Block>(
  size: number,
  query: (index: number) => UseQueryOptions<Block, CallError>,
  enabled = true,
): Blocks<Block> {
  const [range, setRange] = useState({ first: 0, last: 0 })
  const onRange = useCallback(
    (first: number, last: number) => {
      const next = { first: Math.floor(first / size), last: Math.floor(last / size) }
      setRange((now) => (now.first === next.first && now.last === next.last ? now : next))
    },
    [size],
  )

  const count = enabled ? range.last - range.first + 1 : 0
  const results = useQueries({
    queries: Array.from({ length: count }, (_, at) => query(range.first + at)),
  })
  return {
    onRangeChange: onRange,
    blockAt: (row) => results[Math.floor(row / size) - range.first]?.data,
    anyBlock: results.find((result) => result.data !== undefined)?.data,
    isFetching: results.some((result) => result.isFetching),
    updatedAt: Math.max(0, ...results.map((result) => result.dataUpdatedAt)),
    failure: results.find((result) => result.error !== null && result.data === undefined)?.error ?? null,
  }
}
