import { useQueries, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallError } from './call-error.ts'

/** ms; blocks that stay in view for less than this during scrolling are not fetched. */
const restMs = 150
/** Cached blocks on each side of the visible ones. */
const keptBlocks = 20

export interface Blocks<Block> {
  onRangeChange: (first: number, last: number) => void
  /** The block of this row; undefined if it is not visible or not loaded. */
  blockAt: (row: number) => Block | undefined
  inSight: readonly { index: number; block: Block; updatedAt: number }[]
  /** A visible block is stale; it is refetched on request only. */
  isOld: boolean
  anyBlock: Block | undefined
  /** The blocks of these rows, from the cache or the server; rejects if one cannot be fetched. */
  load: (first: number, last: number) => Promise<Block[]>
  isFetching: boolean
  updatedAt: number
  failure: CallError | null
}

interface BlockRange {
  first: number
  last: number
}

/** The visible blocks; `isPassing` while they scroll past. */
function useBlockRange(size: number) {
  const [range, setRange] = useState({ first: 0, last: 0, isPassing: false })
  const latest = useRef<BlockRange & { at: number }>({ first: 0, last: 0, at: -Infinity })

  const onRangeChange = useCallback(
    (firstRow: number, lastRow: number) => {
      const [first, last] = [Math.floor(firstRow / size), Math.floor(lastRow / size)]
      const before = latest.current
      if (before.first === first && before.last === last) return
      const at = performance.now()
      latest.current = { first, last, at }
      setRange({ first, last, isPassing: at - before.at < restMs })
    },
    [size],
  )
  useEffect(() => {
    if (!range.isPassing) return undefined
    const rest = setTimeout(() => setRange((now) => ({ ...now, isPassing: false })), restMs)
    return () => clearTimeout(rest)
  }, [range])
  return { range, onRangeChange }
}

/** Loads the visible blocks of a list of any length, `size` rows each; skips blocks that scroll past. */
export function useBlocks<Block>(
  size: number,
  query: (index: number) => UseQueryOptions<Block, CallError>,
  enabled = true,
): Blocks<Block> {
  const client = useQueryClient()
  const { range, onRangeChange } = useBlockRange(size)

  const count = enabled ? range.last - range.first + 1 : 0
  const results = useQueries({
    queries: Array.from({ length: count }, (_, at) => ({
      ...query(range.first + at),
      enabled: !range.isPassing,
    })),
  })
  const inSight = results.flatMap(({ data, dataUpdatedAt }, at) =>
    data === undefined ? [] : [{ index: range.first + at, block: data, updatedAt: dataUpdatedAt }],
  )

  const [lastBlock, setLastBlock] = useState<Block>()
  const anyBlock = inSight[0]?.block ?? lastBlock
  if (anyBlock !== lastBlock) setLastBlock(() => anyBlock)

  const kept = useRef(new Set<number>())
  useEffect(() => {
    for (const { index } of inSight) kept.current.add(index)
    for (const index of kept.current) {
      if (index >= range.first - keptBlocks && index <= range.last + keptBlocks) continue
      client.removeQueries({ queryKey: query(index).queryKey, exact: true, type: 'inactive' })
      kept.current.delete(index)
    }
  })

  return {
    onRangeChange,
    blockAt: (row) => results[Math.floor(row / size) - range.first]?.data,
    inSight,
    anyBlock,
    isOld: inSight.some(({ index }) => client.getQueryState(query(index).queryKey)?.isInvalidated),
    load: (firstRow, lastRow) => {
      const first = Math.floor(firstRow / size)
      return Promise.all(
        Array.from({ length: Math.floor(lastRow / size) - first + 1 }, (_, at) =>
          client.ensureQueryData(query(first + at)),
        ),
      )
    },
    isFetching: results.some((result) => result.isFetching),
    updatedAt: Math.max(0, ...results.map((result) => result.dataUpdatedAt)),
    failure: results.find((result) => result.error !== null && result.data === undefined)?.error ?? null,
  }
}
