import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

/** ms for which what was read ahead is shown without a second look. */
const freshFor = 5000

/** The part of a query that is the same for all types of data. */
interface ReadQuery {
  state: { dataUpdateCount: number }
}

/** How often a query had been read before it was read ahead. */
const aheadCounts = new WeakMap<ReadQuery, number>()

/** Reads what is likely to be shown next, unless it is being read or was a moment ago. */
export function readAhead<Data, Failure extends Error, Key extends QueryKey>(
  client: QueryClient,
  options: FetchQueryOptions<Data, Failure, Data, Key>,
): void {
  const query = client.getQueryCache().build(client, client.defaultQueryOptions(options))
  const isFresh = Date.now() - query.state.dataUpdatedAt < freshFor && !query.state.isInvalidated
  if (isFresh || query.state.fetchStatus !== 'idle') return
  aheadCounts.set(query, query.state.dataUpdateCount)
  void client.prefetchQuery({ ...options, staleTime: 0 })
}

/** A `staleTime`: what was read ahead is not read again as its page is opened; anything else is. */
export const staleUnlessAhead = (query: ReadQuery): number =>
  query.state.dataUpdateCount === (aheadCounts.get(query) ?? Number.NaN) + 1 ? freshFor : 0
