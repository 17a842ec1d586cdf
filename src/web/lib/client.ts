import {
  type Endpoint,
  type ReplyEnvelope,
  type Input,
  type Reply,
  backgroundHeader,
} from '#contract/endpoint.ts'
import { enrolmentRequired } from '#contract/factor-proof.ts'
import { reauthRequired } from '#contract/session.ts'
import { showToast } from '#web/ui/toast.tsx'
import { CallError, type ErrorReply } from './call-error.ts'
import { setEnrollingSession } from './enrolment.ts'
import { refreshSignIn } from './reauthentication.ts'
import { fromInputValue, requestUrl, type UrlParts } from './request-url.ts'
import { parseToken, readStoredUser, removeUser } from './stored-user.ts'
import { isMemberActive } from './activity.ts'

export type CallResponse<E extends Endpoint> = ReplyEnvelope & Reply<E>

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** `keepalive`: the request completes after the page is left (64 KB at most). */
  outlivesPage?: boolean | undefined
  onProgress?: ((sent: number) => void) | undefined
}

/** All parts that an input can have; `Input<E>` has those of one endpoint. */
interface RequestParts extends UrlParts {
  body?: object
  file?: Blob | readonly Blob[]
}

/**
 * Calls the server. If the server requires a fresh sign-in, the member confirms it and the call is repeated.
 * @throws CallError for every status but 1, and without a response
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<CallResponse<E>> {
  try {
    return await callOnce(endpoint, input, options)
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== reauthRequired) throw error
    await refreshSignIn(error)
    return callOnce(endpoint, input, options)
  }
}

async function callOnce<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions,
): Promise<CallResponse<E>> {
  const transport = createRequest(endpoint, input as RequestParts, options)
  const { status, text } = await send(transport)
  const answer = parseReply(status, text)
  if (answer.status === 1) return answer as unknown as CallResponse<E>
  throw toCallError(transport.token, status, answer)
}

/** The error of a download that got no file; `text` is the response body, empty without a response. */
export const fileFailure = (text: string): CallError =>
  text === '' ? noResponseError() : toCallError(readStoredUser()?.accessToken, 0, parseReply(0, text))

/**
 * Calls an endpoint whose reply is a file.
 * @throws CallError for any other response, and without one
 */
export async function callForFile<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Blob> {
  const transport = createRequest(endpoint, input as RequestParts, {})
  const received = await sendForFile(transport)
  if (received instanceof Blob) return received
  throw toCallError(transport.token, received.status, parseReply(received.status, received.text))
}

function requestBody(endpoint: Endpoint, { body, file }: RequestParts): BodyInit | undefined {
  if (!endpoint.file) return body && JSON.stringify(body)
  const form = new FormData()
  for (const [key, value] of Object.entries(body ?? {}))
    if (value !== undefined) form.append(key, fromInputValue(value))
  for (const one of file ? [file].flat() : []) form.append(endpoint.file, one)
  return form
}

/** A response without the envelope of product §5 comes from a proxy. */
function parseReply(status: number, text: string): ErrorReply {
  try {
    const answer: unknown = JSON.parse(text)
    if (typeof answer === 'object' && answer !== null && 'status' in answer) return answer as ErrorReply
  } catch {
    // Not JSON: falls through to the neutral message.
  }
  return { status: 0, message: `The server could not answer (${status}).` }
}

/** Shows the message once and removes the stored user, which redirects to '/' (spec §8). */
function endSession(token: string | undefined, message: string) {
  if (token === undefined || readStoredUser()?.accessToken !== token) return
  removeUser()
  showToast({ tone: 'bad', title: message })
}

const createRequest = (endpoint: Endpoint, parts: RequestParts, options: CallOptions): HttpRequest => ({
  method: endpoint.method,
  url: requestUrl(endpoint, parts),
  token: readStoredUser()?.accessToken,
  body: requestBody(endpoint, parts),
  signal: options.signal,
  outlivesPage: options.outlivesPage ?? false,
  onProgress: options.onProgress,
})

function toCallError(token: string | undefined, status: number, answer: ErrorReply): CallError {
  if (answer.status === 401) endSession(token, answer.message)
  if (answer.code === enrolmentRequired) setEnrollingSession(parseToken(token ?? '')?.sessionId)
  return new CallError(status, answer)
}

interface HttpRequest {
  method: string
  url: string
  token: string | undefined
  body: BodyInit | undefined
  signal: AbortSignal | undefined
  outlivesPage: boolean
  onProgress: ((sent: number) => void) | undefined
}

interface HttpResponse {
  status: number
  text: string
}

const noResponseError = () =>
  new CallError(0, {
    status: 0,
    message: 'The server did not answer. Check your connection and try again.',
  })

const headersOf = ({ token, body }: HttpRequest): Record<string, string> => ({
  ...(token !== undefined && { Authorization: token }),
  ...(!isMemberActive() && { [backgroundHeader]: '1' }),
  ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
})

async function fetchAndRead<T>(transport: HttpRequest, read: (response: Response) => Promise<T>): Promise<T> {
  const { method, url, body, signal, outlivesPage: keepalive } = transport
  try {
    const response = await fetch(url, {
      method,
      headers: headersOf(transport),
      body: body ?? null,
      signal: signal ?? null,
      keepalive,
    })
    return await read(response)
  } catch (error) {
    if (signal?.aborted) throw error
    throw noResponseError()
  }
}

const readAsText = async (response: Response): Promise<HttpResponse> => ({
  status: response.status,
  text: await response.text(),
})

const sendWithFetch = (transport: HttpRequest) => fetchAndRead(transport, readAsText)

/** XMLHttpRequest because `fetch` has no upload progress. */
const sendWithXhr = (transport: HttpRequest) =>
  new Promise<HttpResponse>((resolve, reject) => {
    const { method, url, body, signal, onProgress } = transport
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    for (const [name, value] of Object.entries(headersOf(transport))) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total)
    })
    xhr.addEventListener('load', () => resolve({ status: xhr.status, text: xhr.responseText }))
    xhr.addEventListener('error', () => reject(noResponseError()))
    xhr.addEventListener('abort', () => reject(new DOMException('The call was cancelled.', 'AbortError')))
    signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(body instanceof FormData ? body : null)
  })

/** @throws CallError (`httpStatus` 0) when there was no response */
const send = (transport: HttpRequest): Promise<HttpResponse> =>
  transport.body instanceof FormData ? sendWithXhr(transport) : sendWithFetch(transport)

/** The file of a successful response, else the response as text. */
const sendForFile = (transport: HttpRequest): Promise<Blob | HttpResponse> =>
  fetchAndRead<Blob | HttpResponse>(transport, (response) =>
    response.ok ? response.blob() : readAsText(response),
  )
