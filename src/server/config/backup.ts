import { resolve, sep } from 'node:path'
import * as z from 'zod/mini'
import { awsAccess, type AwsAccess, type awsSettings } from './aws.ts'
import type { bucketSettings } from './bucket.ts'
import { wholeNumberSetting, type SettingCheck, type SettingValues } from './setting.ts'
import type { storageSettings } from './storage.ts'

/** A bucket and what the names in it begin with. */
const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/

/** Where backups go, of a setting or of a command line. */
export type BackupAddress = { folder: string } | { bucket: string; prefix: string }

/** Undefined where the text is neither an absolute folder nor `s3://bucket/prefix`. */
export function parseBackupAddress(text: string): BackupAddress | undefined {
  const [, bucket, prefix = ''] = bucketAddress.exec(text) ?? []
  if (bucket) return { bucket, prefix: prefix && `${prefix.replace(/(?<!\/)\/+$/, '')}/` }
  return text.startsWith('/') ? { folder: resolve(text) } : undefined
}

const keyPattern = /^[A-Za-z0-9+/]{43}=$/
/** What is wrong with a key, in words that follow its name. */
export const faultOfBackupKey = (text: string): string | undefined =>
  keyPattern.test(text) ? undefined : 'must be base64 of 32 bytes: npm run cli -- backup --new-key makes one'

export const backupSettings = {
  BACKUP_TO: z.optional(
    z
      .string()
      .check(
        z.refine<string>(
          (text) => parseBackupAddress(text) !== undefined,
          'must be an absolute folder or s3://bucket/prefix',
        ),
      ),
  ),
  BACKUP_KEY: z.optional(
    z
      .string()
      .check(z.regex(keyPattern, 'must be base64 of 32 bytes: npm run cli -- backup --new-key makes one')),
  ),
  BACKUP_EVERY_HOURS: wholeNumberSetting(24, 0, 24 * 7),
  BACKUP_KEEP_DAYS: wholeNumberSetting(30, 1, 3650),
}
type BackupSettingValues = SettingValues<
  typeof backupSettings & typeof awsSettings & typeof bucketSettings & typeof storageSettings
>

const isInside = (folder: string, parent: string) => `${folder}${sep}`.startsWith(`${resolve(parent)}${sep}`)

const addressOf = (s: Pick<BackupSettingValues, 'BACKUP_TO'>) =>
  s.BACKUP_TO === undefined ? undefined : parseBackupAddress(s.BACKUP_TO)

export const backupSettingChecks: readonly SettingCheck<BackupSettingValues>[] = [
  {
    setting: 'BACKUP_KEY',
    message: 'is missing beside BACKUP_TO: npm run cli -- backup --new-key makes one',
    isIncomplete: (s) => Boolean(s.BACKUP_TO && !s.BACKUP_KEY),
  },
  {
    setting: 'BACKUP_TO',
    message: 'must not be in DATA_DIR, with which it would be lost',
    isIncomplete: (s) => {
      const to = addressOf(s)
      return to !== undefined && 'folder' in to && isInside(to.folder, s.DATA_DIR)
    },
  },
  {
    setting: 'AWS_ACCESS_KEY_ID',
    message: 'is missing beside a bucket in BACKUP_TO',
    isIncomplete: (s) => {
      const to = addressOf(s)
      return to !== undefined && 'bucket' in to && !s.AWS_ACCESS_KEY_ID
    },
  },
]

export interface BackupConfig {
  /** Where the server sends its backups; absent: nowhere by itself. */
  to: BackupAddress | undefined
  key: Buffer | undefined
  /** 0: only by hand. */
  everyHours: number
  keepDays: number
  /** For buckets. */
  access: AwsAccess | undefined
}

export const backupConfig = (s: BackupSettingValues): BackupConfig => ({
  to: addressOf(s),
  key: s.BACKUP_KEY === undefined ? undefined : Buffer.from(s.BACKUP_KEY, 'base64'),
  everyHours: s.BACKUP_EVERY_HOURS,
  keepDays: s.BACKUP_KEEP_DAYS,
  access: awsAccess(s, s.AWS_ENDPOINT_URL_S3 ?? s.AWS_ENDPOINT_URL),
})
