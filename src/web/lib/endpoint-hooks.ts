import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { CallError } from './call-error.ts'
import { call, type CallResponse } from './client.ts'
import { showFailure, type FailureForm } from './show-failure.ts'
import { endpointKey } from './query-client.ts'

interface ReadOptions {
  enabled?: boolean
  /** ms for which an answer needs no second look. */
  staleTime?: number
  /** ms after which it is read again by itself, as long as the page is seen: what it tells depends on the time. */
  refetchInterval?: number | false
  /** The page shows a failure itself where the data would stand. */
  showsFailureInline?: boolean
  /** The toast of a failure stays until it is closed, as on the report screens (spec §9). */
  persistentToast?: boolean
}

/** How an endpoint is read and kept, for queries of several at once; `useRead` reads one. */
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

/** Reads an endpoint and keeps the answer; a failure is shown once, as a toast unless `onPage`. */
export const useRead = <E extends Endpoint>(endpoint: E, input: Input<E>, options?: ReadOptions) =>
  useQuery(readOptions(endpoint, input, options))

/** Fetches again what the page shows of these endpoints; the rest when it is shown next. */
export const refresh = (client: QueryClient, endpoints: readonly Endpoint[]) =>
  Promise.all(endpoints.map((endpoint) => client.invalidateQueries({ queryKey: endpointKey(endpoint) })))

interface CallSettings {
  /** What is read again after a success. */
  refreshes?: readonly Endpoint[]
  /** Takes the messages of an answer that are about its fields. */
  form?: FailureForm
  /** The second line of a refusal's toast. */
  explain?: (refused: CallError) => string | undefined
  /** Returns true to suppress the refusal's toast. */
  onError?: ((refused: CallError) => boolean) | undefined
  onRefused?: ((message: string) => void) | undefined
}

export interface UseCallResult<E extends Endpoint> {
  /** The answer, or null when the call was refused: that has been shown then. */
  call: (input: Input<E>) => Promise<CallResponse<E> | null>
  busy: boolean
  /** Of an upload, 0 to 1. */
  progress: number | undefined
}

/** A call that changes something. Its failure is shown once: under the form's fields, else as a toast. */
export function useCall<E extends Endpoint>(endpoint: E, settings: CallSettings = {}): UseCallResult<E> {
  const client = useQueryClient()
  const [progress, setProgress] = useState<number>()
  const { mutateAsync, isPending } = useMutation<CallResponse<E>, CallError, Input<E>>({
    mutationFn: (input) => call(endpoint, input, { onProgress: setProgress }),
  })

  const run = async (input: Input<E>) => {
    setProgress(undefined)
    try {
      const response = await mutateAsync(input)
      // Not awaited: the answer counts now, what else is on the page follows.
      void refresh(client, settings.refreshes ?? [])
      return response
    } catch (error) {
      if (error instanceof CallError && settings.onError?.(error)) return null
      showFailure(error, settings)
      if (error instanceof CallError) settings.onRefused?.(error.message)
      return null
    }
  }
  return { call: run, busy: isPending, progress }
}
