import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { storeWholeObjects } from './whole-objects.ts'

export interface TestBuckets {
  /** Settings that make a server store its documents in the first bucket. */
  env: Record<string, string>
  /** How many objects there are in a bucket. */
  count(bucket: string): Promise<number>
  /** Stops the server; `start` brings it back on the same port with its data. */
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

/** An emulated S3 server with these buckets. */
export async function startBuckets(names: readonly [string, ...string[]]): Promise<TestBuckets> {
  const directory = await mkdtemp(join(tmpdir(), 'pabean-buckets-'))
  const createServer = (port: number) => {
    const created = new S3rver({
      address: '127.0.0.1',
      port,
      directory,
      silent: true,
      configureBuckets: names.map((name) => ({ name })),
    })
    storeWholeObjects(created.store)
    return created
  }
  let server = createServer(0)
  const { port } = await server.run()
  return {
    env: {
      S3_BUCKET: names[0],
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async count(bucket) {
      const files = await readdir(join(directory, bucket), { recursive: true })
      return files.filter((name) => name.endsWith('._S3rver_object')).length
    },
    stop: () => server.close(),
    async start() {
      server = createServer(port)
      await server.run()
    },
    async remove() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
