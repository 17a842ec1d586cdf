import type { AwsAccess } from '#server/config.ts'
import type { BackupAddress } from '#server/settings.ts'
import { BackupError } from './backup-error.ts'
import { folderDestination, type Destination } from './destination.ts'

/** Loads the S3 library for buckets only. */
export async function openDestination(
  address: BackupAddress,
  { access }: { access: AwsAccess | undefined },
): Promise<Destination> {
  if ('folder' in address) return folderDestination(address.folder)
  if (!access)
    throw new BackupError('AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed for a bucket')
  const { s3Destination } = await import('./s3-destination.ts')
  return s3Destination({ ...access, bucket: address.bucket }, address.prefix)
}

/** The form of the command line. */
export const addressText = (address: BackupAddress): string =>
  'folder' in address ? address.folder : `s3://${address.bucket}/${address.prefix}`
