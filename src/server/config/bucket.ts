import * as z from 'zod/mini'
import { awsAccess, type AwsAccess, type awsSettings } from './aws.ts'
import { httpUrlSetting, type SettingCheck, type SettingValues } from './setting.ts'

export const bucketName = z.optional(
  z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is no bucket name')),
)

/** Where documents can be kept. */
export const storePlaces = ['folder', 'bucket'] as const
export type StorePlace = (typeof storePlaces)[number]

export const bucketSettings = {
  S3_BUCKET: bucketName,
  AWS_ENDPOINT_URL_S3: httpUrlSetting,
  DOCUMENTS_ALSO_IN: z.optional(z.enum(storePlaces, `must be ${storePlaces.join(' or ')}`)),
}
type BucketSettingValues = SettingValues<typeof bucketSettings & typeof awsSettings>

export type BucketConfig = AwsAccess & { bucket: string }

/** A bucket that the keys open; undefined where there is no name or no key. */
export function bucketConfigFor(
  s: BucketSettingValues,
  bucket: string | undefined,
): BucketConfig | undefined {
  const access = awsAccess(s, s.AWS_ENDPOINT_URL_S3 ?? s.AWS_ENDPOINT_URL)
  return bucket && access ? { bucket, ...access } : undefined
}

export interface DocumentsConfig {
  /** Where files are written, and read first. */
  keptIn: StorePlace
  /** Where those are read that are not there, while they are moved; what is removed goes from both. */
  alsoIn: StorePlace | undefined
}

/** A bucket that is only read beside the folder takes no new documents. */
export const documentsConfig = (s: BucketSettingValues): DocumentsConfig => ({
  keptIn: s.S3_BUCKET && s.DOCUMENTS_ALSO_IN !== 'bucket' ? 'bucket' : 'folder',
  alsoIn: s.DOCUMENTS_ALSO_IN,
})

export const bucketConfig = (s: BucketSettingValues): BucketConfig | undefined =>
  bucketConfigFor(s, s.S3_BUCKET)

export const bucketSettingChecks: readonly SettingCheck<
  BucketSettingValues & { AWS_INBOUND_BUCKET?: string | undefined; BACKUP_TO?: string | undefined }
>[] = [
  {
    setting: 'AWS_ACCESS_KEY_ID',
    message: 'is missing beside S3_BUCKET',
    isIncomplete: (s) => Boolean(s.S3_BUCKET && !s.AWS_ACCESS_KEY_ID),
  },
  {
    setting: 'S3_BUCKET',
    message: 'is missing beside AWS_ENDPOINT_URL_S3',
    isIncomplete: (s) =>
      Boolean(
        s.AWS_ENDPOINT_URL_S3 && !s.S3_BUCKET && !s.AWS_INBOUND_BUCKET && !s.BACKUP_TO?.startsWith('s3:'),
      ),
  },
  {
    setting: 'S3_BUCKET',
    message: 'is missing beside DOCUMENTS_ALSO_IN',
    isIncomplete: (s) => Boolean(s.DOCUMENTS_ALSO_IN && !s.S3_BUCKET),
  },
]
