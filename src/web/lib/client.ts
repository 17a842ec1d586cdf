import type { Endpoint, Frame, Input, Reply } from '#contract/endpoint.ts'
import { showToast } from '#web/ui/toast.tsx'
import { CallRefused, type RefusedAnswer } from './call-refused.ts'
import { removeUser, storedUser } from './stored-user.ts'
import { send, sendForFile, type Transport } from './transport.ts'

export type Answer<E extends Endpoint> = Frame & Reply<E>

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** How much of an upload has left, 0 to 1. */
  onProgress?: ((sent: number) => void) | undefined
}

/** What an input may hold; `Input<E>` says which of it a certain endpoint wants. */
interface Parts {
  params?: object
  query?: object
  body?: object
  file?: Blob
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** The address below `/api`, with parameters and query filled in; what is undefined is left out. */
export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Parts): string {
  const given = new Map<string, unknown>(Object.entries(params))
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(asText(given.get(name))),
  )
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, asText(value)]])),
  )
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`
}

function payloadOf(endpoint: Endpoint, { body, file }: Parts): BodyInit | undefined {
  if (!endpoint.file) return body && JSON.stringify(body)
  const form = new FormData()
  for (const [key, value] of Object.entries(body ?? {}))
    if (value !== undefined) form.append(key, asText(value))
  if (file) form.append(endpoint.file, file)
  return form
}

/** Any answer without the frame of product §5 comes from something between us and the server. */
function readAnswer(http: number, text: string): RefusedAnswer {
  try {
    const answer: unknown = JSON.parse(text)
    if (typeof answer === 'object' && answer !== null && 'status' in answer) return answer as RefusedAnswer
  } catch {
    // The text is no JSON; what follows says so.
  }
  return { status: 0, message: `The server could not answer (${http}).` }
}

/** A session that is over: its message is shown once, and the record goes, which leads to '/' (spec §8). */
function endSession(token: string | undefined, message: string) {
  if (token === undefined || storedUser()?.accessToken !== token) return
  removeUser()
  showToast({ tone: 'bad', title: message })
}

/**
 * Calls the server.
 * @throws CallRefused for every answer but status 1, and for none at all
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const transport = transportOf(endpoint, input as Parts, options)
  const { http, text } = await send(transport)
  const answer = readAnswer(http, text)
  if (answer.status === 1) return answer as unknown as Answer<E>
  throw refusedBy(transport, http, answer)
}

/**
 * Calls an endpoint that answers a file.
 * @throws CallRefused when it answers anything else, or nothing
 */
export async function callForFile<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Blob> {
  const transport = transportOf(endpoint, input as Parts, {})
  const received = await sendForFile(transport)
  if (received instanceof Blob) return received
  throw refusedBy(transport, received.http, readAnswer(received.http, received.text))
}

const transportOf = (endpoint: Endpoint, parts: Parts, options: CallOptions): Transport => ({
  method: endpoint.method,
  url: addressOf(endpoint, parts),
  token: storedUser()?.accessToken,
  body: payloadOf(endpoint, parts),
  signal: options.signal,
  onProgress: options.onProgress,
})

function refusedBy({ token }: Transport, http: number, answer: RefusedAnswer): CallRefused {
  if (answer.status === 401) endSession(token, answer.message)
  return new CallRefused(http, answer)
}
