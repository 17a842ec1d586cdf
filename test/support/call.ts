import type { Endpoint, Input, Refusal, Reply } from '#contract/endpoint.ts'

export interface CallOptions {
  token?: string
  headers?: Record<string, string>
  cookie?: string
}

export interface CallResponse<B> {
  http: number
  body: B
  headers: Headers
}

interface RequestParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  file?: Blob | readonly Blob[]
}

const toFormData = (endpoint: Endpoint, { body, file }: RequestParts) => {
  const form = new FormData()
  for (const [key, value] of Object.entries(body ?? {}))
    if (value !== undefined) form.append(key, String(value))
  if (endpoint.file)
    for (const one of file ? [file].flat() : [])
      form.append(endpoint.file, one, one instanceof File ? one.name : 'file')
  return form
}

/** Calls an endpoint over a real socket; the input is sent unchecked. Of a stream of events the head alone is read. */
export async function request(
  url: string,
  endpoint: Endpoint,
  input: unknown,
  { token, headers = {}, cookie }: CallOptions = {},
): Promise<Response> {
  const parts = (input ?? {}) as RequestParts
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(parts.params?.[name])),
  )
  const query = new URLSearchParams(
    Object.entries(parts.query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
  )
  const isForm = endpoint.file !== undefined
  const sendsBody = endpoint.method !== 'GET'
  const response = await fetch(`${url}/api${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: endpoint.method,
    headers: {
      ...(token && { authorization: token }),
      ...(cookie && { cookie }),
      ...(sendsBody && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sendsBody && { body: isForm ? toFormData(endpoint, parts) : JSON.stringify(parts.body ?? {}) }),
  })
  if (endpoint.kind !== 'events' || !response.ok) return response
  await response.body?.cancel()
  return new Response(null, response)
}

/** As `request`, typed by the endpoint, with the JSON body parsed. */
export async function send<E extends Endpoint>(
  url: string,
  endpoint: E,
  input?: Input<E>,
  options?: CallOptions,
): Promise<CallResponse<Reply<E> & Refusal>> {
  const response = await request(url, endpoint, input, options)
  return { http: response.status, body: await response.json(), headers: response.headers }
}

/** The first cookie that an answer sets, as a browser sends it back: of a sign-in that of the session. */
export const cookieOf = (headers: Headers): string => headers.getSetCookie()[0]?.split(';')[0] ?? ''
