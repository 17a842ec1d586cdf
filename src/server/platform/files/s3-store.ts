import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NotFound,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import type { BucketConfig } from '#server/config.ts'
import { isFileName, probeContent, type ByteRange, type FileStore, type ListedFile } from './file-store.ts'

/** ms without a byte before an attempt fails: members wait for documents; a backup may be silent for longer. */
const silenceMs = { documents: 5000, backups: 15_000 }

export function openBucket(
  { region, credentials, endpoint, bucket }: BucketConfig,
  use: keyof typeof silenceMs,
) {
  const client = new S3Client({
    region,
    credentials,
    // Other providers seldom have a host name for each bucket, and do not understand checksums in trailers.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Some gateways, and proxies in front of them, never answer it; the SDK would wait from 2 MiB on.
    expectContinueHeader: false,
    requestHandler: { connectionTimeout: 5000, socketTimeout: silenceMs[use] },
    maxAttempts: 2,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, bucket, at: (key: string) => ({ Bucket: bucket, Key: key }) }
}

export const isMissing = (error: unknown) =>
  error instanceof NotFound ||
  error instanceof NoSuchKey ||
  (error instanceof Error && error.name === 'NotFound')

/** Not a valid file name, so no file is overwritten. */
const probeKey = 'probe'
export function s3Store(config: BucketConfig): FileStore {
  const { client, bucket, at } = openBucket(config, 'documents')
  /** The bucket keeps versions, and the key may not remove them: later probes are small. */
  let keepsProbes = false
  const keyOf = (name: string) => {
    if (!isFileName(name)) throw new Error(`not a file name: ${name}`)
    return at(name)
  }
  async function* readChunks(name: string, range: ByteRange | undefined) {
    const Range = range && `bytes=${range.start}-${range.end}`
    const { Body } = await client.send(new GetObjectCommand({ ...keyOf(name), Range }))
    if (Body instanceof Readable) yield* Body
  }
  /** Inbound mail in the same bucket has no extension. */
  async function* listObjects(): AsyncGenerator<ListedFile> {
    for (let next: string | undefined; ;) {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, ...(next && { ContinuationToken: next }) }),
      )
      for (const { Key: name, LastModified: writtenAt } of page.Contents ?? [])
        if (name && writtenAt && isFileName(name)) yield { name, writtenAt }
      next = page.NextContinuationToken
      if (!next) return
    }
  }
  return {
    async put(name, bytes) {
      await client.send(new PutObjectCommand({ ...keyOf(name), Body: bytes, ContentLength: bytes.length }))
    },
    read: (name, range) => Readable.from(readChunks(name, range), { objectMode: false }),
    size: (name) =>
      client.send(new HeadObjectCommand(keyOf(name))).then(
        ({ ContentLength }) => ContentLength ?? 0,
        (error: unknown) => {
          if (isMissing(error)) return null
          throw error
        },
      ),
    async remove(name) {
      await client.send(new DeleteObjectCommand(keyOf(name)))
    },
    list: listObjects,
    removeUnfinished: async () => 0,
    async probe(abortSignal) {
      const body = keepsProbes ? Buffer.from('probe') : await probeContent()
      const options = abortSignal && { abortSignal }
      const put = new PutObjectCommand({ ...at(probeKey), Body: body, ContentLength: body.length })
      const { VersionId } = await client.send(put, options)
      const remove = (version?: { VersionId: string }) =>
        client.send(new DeleteObjectCommand({ ...at(probeKey), ...version }), options)
      if (VersionId === undefined || keepsProbes) return void (await remove())
      await remove({ VersionId }).catch(async (error: unknown) => {
        if (!(error instanceof Error) || error.name !== 'AccessDenied') throw error
        keepsProbes = true
        await remove()
      })
    },
  }
}

/** A foreign object of a bucket; null where it is missing or larger than `maxBytes`. */
export async function readObject(
  config: BucketConfig,
  key: string,
  maxBytes: number,
): Promise<Buffer | null> {
  const { client, at } = openBucket(config, 'documents')
  try {
    const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand(at(key)))
    if (!(Body instanceof Readable)) return null
    if (ContentLength > maxBytes) {
      Body.destroy()
      return null
    }
    return await buffer(Body)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  } finally {
    client.destroy()
  }
}
