export interface UrlParts {
  params?: object
  query?: object
}

export const fromInputValue = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Encodes path parameters and query; skips undefined values. */
export function requestUrl({ path }: { path: string }, { params = {}, query = {} }: UrlParts): string {
  const paramValues = new Map<string, unknown>(Object.entries(params))
  const encodedPath = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(fromInputValue(paramValues.get(name))),
  )
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, fromInputValue(value)]],
    ),
  )
  return `/api${encodedPath}${search.size > 0 ? `?${search}` : ''}`
}
