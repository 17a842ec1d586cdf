import { QueryCache, QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { CallError } from './call-error.ts'
import { showFailure } from './show-failure.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `showsFailureInline`: the page shows a failed first load itself. `isScrolled`: a block of a long list, which is
     * not refetched by itself because its rows could move.
     */
    queryMeta: { showsFailureInline?: boolean; persistentToast?: boolean; isScrolled?: boolean }
  }
}

export const endpointKey = ({ method, path }: Endpoint) => [`${method} ${path}`] as const

/** ms for which a prefetched answer counts as fresh. */
export const prefetchStaleTime = 5000

const maxAttempts = 3
/** Retries without a response, and from a server that is busy or starting. */
const shouldRetry = (failures: number, error: unknown) =>
  error instanceof CallError &&
  (error.httpStatus === 0 || error.httpStatus >= 502) &&
  failures < maxAttempts - 1

export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.state.data === undefined && query.meta?.showsFailureInline) return
        showFailure(error, { persistent: query.meta?.persistentToast })
      },
    }),
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  })
