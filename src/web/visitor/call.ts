import type { Endpoint, Frame, Input, Reply } from '#contract/endpoint.ts'

/** The server refused, or no answer came (`http` 0, `message` empty). */
export class CallError extends Error {
  override readonly name = 'CallError'
  constructor(
    readonly httpStatus: number,
    message: string,
  ) {
    super(message)
  }
}

type CallResponse<E extends Endpoint> = Frame & Reply<E>
type InputPart<E extends Endpoint, K extends string> = Input<E> extends Record<K, infer P> ? P : never

async function sendRequest(path: string, init: RequestInit): Promise<Frame> {
  // The server answers in the language of the page.
  const headers = { ...init.headers, 'Accept-Language': document.documentElement.lang }
  const response = await fetch(`/api${path}`, { ...init, headers }).catch(() => {
    throw new CallError(0, '')
  })
  const reply = (await response.json().catch(() => ({ status: 0, message: '' }))) as Frame
  // A failure of the server's own is as good as no answer: what it says of itself is not for visitors.
  if (reply.status !== 1) throw new CallError(response.status, response.status < 500 ? reply.message : '')
  return reply
}

/**
 * Calls an endpoint of the contract by its type alone: path and body are checked, and no schema reaches the page.
 * @throws CallFailed for every answer but status 1, and for none at all
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

/** As `post`, for what is only read. */
export const get = async <E extends Endpoint & { method: 'GET' }>(
  path: E['path'],
  query: Record<string, string>,
): Promise<CallResponse<E>> =>
  (await sendRequest(`${path}?${new URLSearchParams(query)}`, {})) as CallResponse<E>
