interface EarlyResponse {
  response: Promise<Response>
  /** `performance.now()` when it was asked for, ms. */
  askedAt: number
}

declare global {
  interface Window {
    /** What the page's head has asked for, by token and URL. */
    earlyResponses?: Map<string, EarlyResponse>
  }
}

/** ms; what nobody has taken by then would show how it was, not how it is. */
const validFor = 10_000

const keyOf = (token: string, url: string) => `${token} ${url}`

/** Asks for this before the code is loaded that reads it. */
export function askEarly(token: string, url: string): void {
  window.earlyResponses ??= new Map()
  const response = fetch(url, { headers: { Authorization: token } })
  // Whoever takes it is told of the failure.
  response.catch(() => undefined)
  window.earlyResponses.set(keyOf(token, url), { response, askedAt: performance.now() })
}

/** The response to this GET that was asked for early; once, and only for a short while. */
export function takeEarlyResponse(token: string | undefined, url: string): Promise<Response> | undefined {
  const key = keyOf(token ?? '', url)
  const early = window.earlyResponses?.get(key)
  window.earlyResponses?.delete(key)
  return early && performance.now() - early.askedAt < validFor ? early.response : undefined
}
