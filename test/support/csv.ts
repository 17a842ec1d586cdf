import { parse } from 'csv-parse/sync'

export interface CsvResponse {
  http: number
  headers: Headers
  /** As sent, the byte order mark included. */
  bytes: Buffer
  /** By column name; empty if the response is not CSV. */
  rows: Record<string, string>[]
}

/** Fetches a CSV file as a link does: with the session cookie only. */
export async function fetchCsv(
  url: string,
  path: string,
  query: Record<string, string> = {},
  token?: string,
): Promise<CsvResponse> {
  const response = await fetch(`${url}/api${path}?${new URLSearchParams(query)}`, {
    headers: token ? { cookie: `pabean_session=${token}` } : {},
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isCsv = response.headers.get('content-type')?.startsWith('text/csv')
  return {
    http: response.status,
    headers: response.headers,
    bytes,
    rows: isCsv ? parse(bytes, { bom: true, columns: true }) : [],
  }
}
