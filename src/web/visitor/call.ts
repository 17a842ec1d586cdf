import type { Endpoint, Frame, Input, Reply } from '#contract/endpoint.ts'

/** The server refused, or no answer came (`http` 0, `message` empty). */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  constructor(
    readonly http: number,
    message: string,
  ) {
    super(message)
  }
}

type Answer<E extends Endpoint> = Frame & Reply<E>
type Part<E extends Endpoint, K extends string> = Input<E> extends Record<K, infer P> ? P : never

async function ask(path: string, init: RequestInit): Promise<Frame> {
  // The server answers in the language of the page.
  const headers = { ...init.headers, 'Accept-Language': document.documentElement.lang }
  const response = await fetch(`/api${path}`, { ...init, headers }).catch(() => {
    throw new CallFailed(0, '')
  })
  const answer = (await response.json().catch(() => ({ status: 0, message: '' }))) as Frame
  // A failure of the server's own is as good as no answer: what it says of itself is not for visitors.
  if (answer.status !== 1) throw new CallFailed(response.status, response.status < 500 ? answer.message : '')
  return answer
}

/**
 * Calls an endpoint of the contract by its type alone: path and body are checked, and no schema reaches the page.
 * @throws CallFailed for every answer but status 1, and for none at all
 */
export const post = async <E extends Endpoint & { method: 'POST' }>(
  path: E['path'],
  body: Part<E, 'body'>,
): Promise<Answer<E>> =>
  (await ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })) as Answer<E>

/** As `post`, for what is only read. */
export const get = async <E extends Endpoint & { method: 'GET' }>(
  path: E['path'],
  query: Record<string, string>,
): Promise<Answer<E>> => (await ask(`${path}?${new URLSearchParams(query)}`, {})) as Answer<E>
