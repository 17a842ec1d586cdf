import { errorCode } from '../error-code.ts'

/** Of a disk: full, over its quota, read-only, failing or not mounted any more. */
const diskErrors: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ESTALE', 'ENODEV'])

/** What the library that speaks S3 adds to every error of a call, those of the network included. */
const isOfBucket = (error: Error) => '$metadata' in error

/** Files can be neither stored nor read, or the disk takes no more of them: a little later it may. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof Error && (diskErrors.has(errorCode(error) ?? '') || isOfBucket(error))
