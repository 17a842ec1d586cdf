import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBucketServer } from './bucket-server.ts'
import { closeServer, portOf } from './mail/servers.ts'

export interface TestBuckets {
  /** Settings that make a server store its documents in the first bucket. */
  env: Record<string, string>
  keys: { accessKeyId: string; secretAccessKey: string }
  /** How many objects there are in a bucket. */
  count(bucket: string): Promise<number>
  /** Stops the server; `start` brings it back on the same port with its data. */
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

const access = { accessKeyId: 'BUCKETS', secretAccessKey: 'secret of the buckets' }

/** An emulated S3 server with these buckets. */
export async function startBuckets(names: readonly [string, ...string[]]): Promise<TestBuckets> {
  const directory = await mkdtemp(join(tmpdir(), 'pabean-buckets-'))
  for (const name of names) await mkdir(join(directory, name))
  async function listen(port: number) {
    const server = createBucketServer({ directory, ...access }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await listen(0)
  const port = portOf(server)
  return {
    keys: access,
    env: {
      S3_BUCKET: names[0],
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: access.accessKeyId,
      AWS_SECRET_ACCESS_KEY: access.secretAccessKey,
    },
    count: async (bucket) => (await readdir(join(directory, bucket))).length,
    stop: () => closeServer(server),
    async start() {
      server = await listen(port)
    },
    async remove() {
      await closeServer(server)
      await rm(directory, { recursive: true, force: true })
    },
  }
}
