import { QueryCache, QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { CallError } from './call-error.ts'
import { showFailure } from './show-failure.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `showsFailureInline`: as long as there is no data, the page shows the failure itself, in its place. `isScrolled`:
     * rows between others, which would move where they are fetched again and differ.
     */
    queryMeta: { showsFailureInline?: boolean; persistentToast?: boolean; isScrolled?: boolean }
  }
}

/** The common query key prefix of all reads of an endpoint. */
export const endpointKey = ({ method, path }: Endpoint) => [`${method} ${path}`] as const

/** ms in which what was read for a pointed link is shown without a second look. */
export const prefetchStaleTime = 5000

const maxAttempts = 3
/** Retries only what may succeed a moment later: no response, or a server that is busy or starting. */
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
