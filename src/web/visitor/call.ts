import type { Endpoint, ReplyEnvelope, Input, Reply } from '#contract/endpoint.ts'

/** The server refused, or there was no response (`httpStatus` 0, empty `message`). */
export class CallError extends Error {
  override readonly name = 'CallError'
  constructor(
    readonly httpStatus: number,
    message: string,
    readonly code?: string,
  ) {
    super(message)
  }
}

/** The server answers in the page's language; a translating browser changes that of the document. */
const language = typeof document === 'undefined' ? '' : document.documentElement.lang

type CallResponse<E extends Endpoint> = ReplyEnvelope & Reply<E>
type InputPart<E extends Endpoint, K extends string> = Input<E> extends Record<K, infer P> ? P : never

/** ms */
const TIMEOUT_MS = 30_000

/** @throws CallError without a response in time, also for reading its body */
export const fetchInTime = (url: string, init: RequestInit): Promise<Response> => {
  const abort = new AbortController()
  setTimeout(() => abort.abort(), TIMEOUT_MS)
  return fetch(url, { ...init, signal: abort.signal }).catch(() => {
    throw new CallError(0, '')
  })
}

/** The only place that trusts a reply to match its endpoint. */
async function sendRequest<E extends Endpoint>(path: string, init: RequestInit): Promise<CallResponse<E>> {
  const headers = { ...init.headers, 'Accept-Language': language }
  const response = await fetchInTime(`/api${path}`, { ...init, headers })
  const reply: ReplyEnvelope & { code?: string } = await response
    .json()
    .catch(() => ({ status: 0, message: '' }))
  // A server error counts as no response: its message is not meant for visitors.
  if (reply.status !== 1)
    throw new CallError(response.status, response.status < 500 ? reply.message : '', reply.code)
  return reply as CallResponse<E>
}

/**
 * Calls an endpoint by its type: path and body are type-checked, and no schema is bundled.
 * @throws CallError for every status but 1, and without a response
 */
export const post = <E extends Endpoint & { method: 'POST' }>(
  path: E['path'],
  body: InputPart<E, 'body'>,
): Promise<CallResponse<E>> =>
  sendRequest<E>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

export const get = <E extends Endpoint & { method: 'GET' }>(
  path: E['path'],
  query: Record<string, string>,
): Promise<CallResponse<E>> => sendRequest<E>(`${path}?${new URLSearchParams(query)}`, {})
