import { Pool } from 'undici'

export interface BenchRequest {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: string | Buffer
  contentType?: string
  cookie?: string
  /** This machine's address by default. */
  address?: string
}

export interface Target {
  url: string
  headers: Record<string, string>
}

export function createClient({ url, headers }: Target, connections: number) {
  const pool = new Pool(url, { connections, pipelining: 1 })
  return {
    async call(request: BenchRequest): Promise<Buffer> {
      const { method, path, body, contentType = 'application/json', cookie, address } = request
      const answer = await pool.request({
        method,
        path,
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-type': contentType }),
          ...(cookie !== undefined && { cookie }),
          ...(address !== undefined && { 'x-forwarded-for': address }),
        },
        ...(body !== undefined && { body }),
      })
      const bytes = Buffer.from(await answer.body.arrayBuffer())
      if (answer.statusCode !== 200)
        throw new Error(`${method} ${path} answered ${answer.statusCode}: ${bytes.toString().slice(0, 500)}`)
      return bytes
    },
    close: () => pool.close(),
  }
}
export type Client = ReturnType<typeof createClient>

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export async function medianMs(client: Client, next: () => BenchRequest, requests: number): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < requests; count += 1) {
    const request = next()
    const began = performance.now()
    await client.call(request)
    times.push(performance.now() - began)
  }
  return median(times)
}

export async function throughput(
  client: Client,
  next: () => BenchRequest,
  { clients, ms }: { clients: number; ms: number },
): Promise<number> {
  const began = performance.now()
  let answered = 0
  const work = async () => {
    while (performance.now() - began < ms) {
      await client.call(next())
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  return (answered / (performance.now() - began)) * 1000
}
