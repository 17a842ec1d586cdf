import type { Endpoint } from '#contract/endpoint.ts'
import { request, type CallOptions } from '../../../test/support/call.ts'

export type Send = (url: string, headers?: Record<string, string>) => Promise<Response>

export interface UseCase {
  name: string
  /** Makes new rows for the request; `url` is a server for steps that only pages can make. */
  prepare(url: string): Promise<Send>
  /** For work of several transactions by design: the tables that the first one writes. */
  tables?: readonly string[] | undefined
}

export const sender =
  (endpoint: Endpoint, input: unknown, options: CallOptions = {}): Send =>
  (url, headers = {}) =>
    request(url, endpoint, input, { ...options, headers: { ...options.headers, ...headers } })

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
