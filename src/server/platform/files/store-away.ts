import { errorCode } from '../error-code.ts'

/** Disk full, over quota, read-only, failing or unmounted. */
const diskErrors: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ESTALE', 'ENODEV'])

/** The S3 library adds this to every error of a call, network errors included. */
const isOfBucket = (error: Error) => '$metadata' in error

export const isStoreAway = (error: unknown): boolean =>
  error instanceof Error && (diskErrors.has(errorCode(error) ?? '') || isOfBucket(error))
