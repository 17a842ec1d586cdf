import { QueryCache, QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { CallRefused } from './call-refused.ts'
import { showFailure } from './failure.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `onPage`: the page says so itself where the data would stand, as long as there are none. */
    queryMeta: { onPage?: boolean; toastStays?: boolean }
  }
}

/** Everything that was read through an endpoint lies under this. */
export const endpointKey = ({ method, path }: Endpoint) => [`${method} ${path}`] as const

const tries = 3
/** Only what may succeed a moment later is tried again: no answer, or a server that is busy or starting. */
const worthRetry = (failures: number, error: unknown) =>
  error instanceof CallRefused && (error.http === 0 || error.http >= 502) && failures < tries - 1

export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.state.data === undefined && query.meta?.onPage) return
        showFailure(error, { stay: query.meta?.toastStays })
      },
    }),
    defaultOptions: {
      queries: { retry: worthRetry, networkMode: 'always', staleTime: 0, refetchOnWindowFocus: false },
      mutations: { networkMode: 'always' },
    },
  })
