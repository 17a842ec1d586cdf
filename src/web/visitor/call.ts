import type { Endpoint, ReplyEnvelope, Input, Reply } from '#contract/endpoint.ts'

/** The server refused, or there was no response (`httpStatus` 0, empty `message`). */
export class CallError extends Error {
  override readonly name = 'CallError'
  constructor(
    readonly httpStatus: number,
    message: string,
  ) {
    super(message)
  }
}

type CallResponse<E extends Endpoint> = ReplyEnvelope & Reply<E>
type InputPart<E extends Endpoint, K extends string> = Input<E> extends Record<K, infer P> ? P : never

async function sendRequest(path: string, init: RequestInit): Promise<ReplyEnvelope> {
  // Makes the server answer in the page's language.
  const headers = { ...init.headers, 'Accept-Language': document.documentElement.lang }
  const response = await fetch(`/api${path}`, { ...init, headers }).catch(() => {
    throw new CallError(0, '')
  })
  const reply: ReplyEnvelope = await response.json().catch(() => ({ status: 0, message: '' }))
  // Server errors are treated like no response, because their messages are not meant for visitors.
  if (reply.status !== 1) throw new CallError(response.status, response.status < 500 ? reply.message : '')
  return reply
}

/**
 * Calls an endpoint by its type only: path and body are type-checked, and no schema is bundled.
 * @throws CallError for every status but 1, and without a response
 */
export const post = async <E extends Endpoint & { method: 'POST' }>(
  path: E['path'],
  body: InputPart<E, 'body'>,
): Promise<CallResponse<E>> =>
  (await sendRequest(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })) as CallResponse<E>

/** As `post`, for reading. */
export const get = async <E extends Endpoint & { method: 'GET' }>(
  path: E['path'],
  query: Record<string, string>,
): Promise<CallResponse<E>> =>
  (await sendRequest(`${path}?${new URLSearchParams(query)}`, {})) as CallResponse<E>
