import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import type { BucketConfig } from '#server/config.ts'
import { isMissing, openBucket } from '#server/platform/files/s3-store.ts'
import type { Destination, ListedObject } from './destination.ts'

const nullIfMissing = (error: unknown): null => {
  if (isMissing(error)) return null
  throw error
}

/** An S3 bucket; all object names begin with `prefix`. */
export function s3Destination(config: BucketConfig, prefix: string): Destination {
  const { client, bucket, at } = openBucket(config, 'backups')
  const keyOf = (name: string) => at(prefix + name)
  async function* listObjects(below: string): AsyncGenerator<ListedObject> {
    for (let next: string | undefined; ;) {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix + below,
          ...(next && { ContinuationToken: next }),
        }),
      )
      for (const { Key: key, LastModified: writtenAt } of page.Contents ?? [])
        if (key && writtenAt) yield { name: key.slice(prefix.length), writtenAt }
      next = page.NextContinuationToken
      if (!next) return
    }
  }
  return {
    async put(name, bytes) {
      await client.send(new PutObjectCommand({ ...keyOf(name), Body: bytes, ContentLength: bytes.length }))
    },
    read: (name) =>
      client
        .send(new GetObjectCommand(keyOf(name)))
        .then(({ Body }) => (Body instanceof Readable ? buffer(Body) : null), nullIfMissing),
    size: (name) =>
      client
        .send(new HeadObjectCommand(keyOf(name)))
        .then(({ ContentLength }) => ContentLength ?? 0, nullIfMissing),
    async remove(name) {
      await client.send(new DeleteObjectCommand(keyOf(name)))
    },
    list: listObjects,
  }
}
