import { CallRefused } from './call-refused.ts'

export interface Transport {
  method: string
  url: string
  token: string | undefined
  body: BodyInit | undefined
  signal: AbortSignal | undefined
  onProgress: ((sent: number) => void) | undefined
}

export interface Received {
  http: number
  text: string
}

const noAnswer = () =>
  new CallRefused(0, {
    status: 0,
    message: 'The server did not answer. Check your connection and try again.',
  })

const headersOf = ({ token, body }: Transport): Record<string, string> => ({
  ...(token !== undefined && { Authorization: token }),
  ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
})

async function fetched<T>(transport: Transport, read: (response: Response) => Promise<T>): Promise<T> {
  const { method, url, body, signal } = transport
  try {
    const response = await fetch(url, {
      method,
      headers: headersOf(transport),
      body: body ?? null,
      signal: signal ?? null,
    })
    return await read(response)
  } catch (error) {
    if (signal?.aborted) throw error
    throw noAnswer()
  }
}

const asText = async (response: Response): Promise<Received> => ({
  http: response.status,
  text: await response.text(),
})

const byFetch = (transport: Transport) => fetched(transport, asText)

/** `fetch` does not tell how far an upload is. */
const byXhr = (transport: Transport) =>
  new Promise<Received>((resolve, reject) => {
    const { method, url, body, signal, onProgress } = transport
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    for (const [name, value] of Object.entries(headersOf(transport))) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total)
    })
    xhr.addEventListener('load', () => resolve({ http: xhr.status, text: xhr.responseText }))
    xhr.addEventListener('error', () => reject(noAnswer()))
    xhr.addEventListener('abort', () => reject(new DOMException('The call was cancelled.', 'AbortError')))
    signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(body instanceof FormData ? body : null)
  })

/** @throws CallRefused (`http` 0) when no answer came */
export const send = (transport: Transport): Promise<Received> =>
  transport.body instanceof FormData ? byXhr(transport) : byFetch(transport)

/** The bytes of an answer that is a file; anything else as `send` has it. */
export const sendForFile = (transport: Transport): Promise<Blob | Received> =>
  fetched<Blob | Received>(transport, (response) => (response.ok ? response.blob() : asText(response)))
