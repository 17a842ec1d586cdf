import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { CallError } from './call-error.ts'
import { call, type CallResponse } from './client.ts'
import { showFailure, type FailureForm } from './show-failure.ts'
import { orderLink } from './order-link.ts'
import { endpointKey } from './query-client.ts'
import { useIsGone } from './use-is-gone.ts'

interface ReadOptions {
  enabled?: boolean
  staleTime?: number
  /** ms between background refetches, for data that depends on the time. */
  refetchInterval?: number | false
  /** The page shows a failed first load itself, so no toast appears. */
  showsFailureInline?: boolean
  /** The failure's toast stays until closed, as on the report screens (spec §9). */
  persistentToast?: boolean
}

/** Query options of an endpoint, for several queries at once; `useRead` runs one. */
export const readOptions = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  {
    enabled = true,
    staleTime = 0,
    refetchInterval = false,
    showsFailureInline = false,
    persistentToast = false,
  }: ReadOptions = {},
) =>
  queryOptions<CallResponse<E>, CallError>({
    queryKey: [...endpointKey(endpoint), input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled,
    staleTime,
    refetchInterval,
    meta: { showsFailureInline, persistentToast },
  })

/** Reads an endpoint. A failure is shown once, as a toast unless `showsFailureInline`. */
export const useRead = <E extends Endpoint>(endpoint: E, input: Input<E>, options?: ReadOptions) =>
  useQuery(readOptions(endpoint, input, options))

/** Refetches the active queries of these endpoints and marks the others stale. */
export const refresh = (client: QueryClient, endpoints: readonly Endpoint[]) =>
  Promise.all(endpoints.map((endpoint) => client.invalidateQueries({ queryKey: endpointKey(endpoint) })))

interface CallSettings {
  refreshes?: readonly Endpoint[]
  form?: FailureForm
  explain?: (refused: CallError) => string | undefined
  /** Returns true to suppress the refusal's toast. */
  onError?: ((refused: CallError) => boolean) | undefined
  onRefused?: ((message: string) => void) | undefined
}

interface UseCallResult<E extends Endpoint> {
  /** Resolves to null on a refusal, which has been shown by then. */
  call: (input: Input<E>) => Promise<CallResponse<E> | null>
  busy: boolean
  progress: number | undefined
}

const orderInput = z.object({ body: z.object({ orderId: z.number() }) })

const linkOf = (input: unknown) => {
  const { data } = z.safeParse(orderInput, input)
  return data && orderLink(data.body.orderId)
}

/** Calls without a response yet. A file is not compared, so a call with one is not listed. */
const running = new Set<string>()

/**
 * A call that changes something. A failure is shown once: under the form's fields, else as a toast, with a link to the
 * order once the component has gone. The same call again while it runs does nothing and resolves to null.
 */
export function useCall<E extends Endpoint>(endpoint: E, settings: CallSettings = {}): UseCallResult<E> {
  const client = useQueryClient()
  const [progress, setProgress] = useState<number>()
  const { mutateAsync, isPending } = useMutation<CallResponse<E>, CallError, Input<E>>({
    mutationFn: (input) => call(endpoint, input, { onProgress: setProgress }),
  })

  const isGone = useIsGone()

  const run = async (input: Input<E>) => {
    const key = 'file' in input ? null : `${endpoint.method} ${endpoint.path} ${JSON.stringify(input)}`
    if (key !== null && running.has(key)) return null
    if (key !== null) running.add(key)
    setProgress(undefined)
    try {
      const response = await mutateAsync(input)
      // Not awaited: the caller does not wait for the refetch.
      void refresh(client, settings.refreshes ?? [])
      return response
    } catch (error) {
      if (error instanceof CallError && settings.onError?.(error)) return null
      showFailure(error, isGone() ? { ...settings, form: undefined, link: linkOf(input) } : settings)
      if (error instanceof CallError) settings.onRefused?.(error.message)
      return null
    } finally {
      if (key !== null) running.delete(key)
    }
  }
  return { call: run, busy: isPending, progress }
}
