import type { Endpoint } from '#contract/endpoint.ts'
import { request, type CallOptions } from '../../../test/support/call.ts'

/** Sends the same request as often as it is called, to whichever server. */
export type Send = (url: string, headers?: Record<string, string>) => Promise<Response>

export interface UseCase {
  name: string
  /** Makes what the request is about, new each time; `url` is a server that takes what only pages can. */
  prepare(url: string): Promise<Send>
  /** Where it is no single transaction by design: the tables that one of them writes, the first. */
  tables?: readonly string[] | undefined
}

export const sender =
  (endpoint: Endpoint, input: unknown, options: CallOptions = {}): Send =>
  (url, headers = {}) =>
    request(url, endpoint, input, { ...options, headers: { ...options.headers, ...headers } })

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
