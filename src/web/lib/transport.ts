import { backgroundHeader } from '#contract/endpoint.ts'
import { isMemberActive } from './activity.ts'
import { CallError } from './call-error.ts'

export interface HttpRequest {
  method: string
  url: string
  token: string | undefined
  body: BodyInit | undefined
  signal: AbortSignal | undefined
  outlivesPage: boolean
  onProgress: ((sent: number) => void) | undefined
}

export interface HttpResponse {
  status: number
  text: string
}

export const noResponseError = () =>
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
export const send = (transport: HttpRequest): Promise<HttpResponse> =>
  transport.body instanceof FormData ? sendWithXhr(transport) : sendWithFetch(transport)

/** The bytes of a file response; any other response as `send` returns it. */
export const sendForFile = (transport: HttpRequest): Promise<Blob | HttpResponse> =>
  fetchAndRead<Blob | HttpResponse>(transport, (response) =>
    response.ok ? response.blob() : readAsText(response),
  )
