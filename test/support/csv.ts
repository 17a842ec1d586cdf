import { parse } from 'csv-parse/sync'
import { userInfo } from '#contract/session.ts'
import { send } from './call.ts'

export interface CsvResponse {
  http: number
  headers: Headers
  /** As sent, the byte order mark included. */
  bytes: Buffer
  /** By column name; empty if the response is not CSV. */
  rows: Record<string, string>[]
}

/** The cookie of a session, which a browser that lacks it is given. */
async function sessionCookie(url: string, token: string): Promise<string> {
  const { headers } = await send(url, userInfo, {}, { token })
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Fetches a CSV file as a link does: with the cookie of the session only. */
export async function fetchCsv(
  url: string,
  path: string,
  query: Record<string, string> = {},
  token?: string,
): Promise<CsvResponse> {
  const response = await fetch(`${url}/api${path}?${new URLSearchParams(query)}`, {
    headers: token ? { cookie: await sessionCookie(url, token) } : {},
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
