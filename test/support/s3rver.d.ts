/** The part of the package that the tests use; it brings no types. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net'
  import type { Readable } from 'node:stream'

  export interface StoredObject {
    bucket: string
    key: string
    content: Readable | Buffer
    metadata: object
  }

  /** Keeps each object as a file, and what is known of it in two more. */
  export interface FilesystemStore {
    getResourcePath(bucket: string, key: string, resource: 'object'): string
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
    putObject(object: StoredObject): Promise<{ size: number; md5: string }>
  }

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      silent: boolean
      configureBuckets: { name: string }[]
    })
    readonly store: FilesystemStore
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
