import { useQueries, type UseQueryOptions } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { CallError } from './call-error.ts'

export interface Blocks<Block> {
  /** The rows in sight, for a table's `onRange`. */
  onRangeChange: (first: number, last: number) => void
  /** The block that holds this row, once it is here. */
  blockAt: (row: number) => Block | undefined
  /** Any block that is here. */
  anyBlock: Block | undefined
  isFetching: boolean
  updatedAt: number
  /** Of a block of which nothing is there. */
  failure: CallError | null
}

/** A list of any length in blocks of `size` rows, of which only those in sight are fetched. */
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
