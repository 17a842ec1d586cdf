import pg from 'pg'
import type { awsSettings } from './aws.ts'
import type { bucketSettings } from './bucket.ts'
import type { hooksSettings } from './hooks.ts'
import type { mailSettings } from './mail.ts'
import { scannerConfig, type ScannerAddress, type scannerSettings } from './scanner.ts'
import {
  flagSetting,
  isLoopbackHost,
  isLoopbackUrl,
  type SettingCheck,
  type SettingValues,
} from './setting.ts'
import type { storageSettings } from './storage.ts'
import type { watchingSettings } from './watching.ts'

/** Whether connections to other machines may go without TLS that is verified. */
export const connectionSettings = { ALLOW_INSECURE_CONNECTIONS: flagSetting('0') }

type ConnectionSettingValues = SettingValues<
  typeof connectionSettings &
    typeof storageSettings &
    typeof awsSettings &
    typeof bucketSettings &
    typeof hooksSettings &
    typeof mailSettings &
    typeof scannerSettings &
    typeof watchingSettings
>

const databaseSettings = ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'READ_DATABASE_URL'] as const

const serviceSettings = [
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_SESV2',
  'AWS_ENDPOINT_URL_S3',
  'AWS_ENDPOINT_URL_SNS',
  'SENDGRID_BASE_URL',
] as const satisfies readonly (keyof ConnectionSettingValues)[]

/** What is no address at all is refused as such. */
const isInsecureUrl = (url: string | undefined) =>
  url !== undefined && URL.canParse(url) && new URL(url).protocol !== 'https:' && !isLoopbackUrl(url)

/** Of TLS as the client will speak it; options that switch a check off are false. */
const verifies = (ssl: unknown): boolean =>
  ssl === true || (typeof ssl === 'object' && ssl !== null && !Object.values(ssl).includes(false))

/** Judged by the client that will connect, so that every way to write host and TLS means here what it does there. */
function isInsecureDatabase(connectionString: string | undefined): boolean {
  if (connectionString === undefined) return false
  try {
    const { host, ssl } = new pg.Client({ connectionString })
    return !host.startsWith('/') && !isLoopbackHost(host) && !verifies(ssl)
  } catch {
    // What cannot be read, such as a missing sslrootcert, connects nowhere, and is reported when it is tried.
    return false
  }
}

const isRemoteScanner = (address: ScannerAddress | undefined) =>
  address !== undefined && 'host' in address && !isLoopbackHost(address.host)

const permission = 'or set ALLOW_INSECURE_CONNECTIONS=1 within a private network'

/** TLS on every connection to another machine (ASVS 12.3.1); mail has its own rule, without an exception. */
export const connectionSettingChecks: readonly SettingCheck<ConnectionSettingValues>[] = [
  ...databaseSettings.map((setting): SettingCheck<ConnectionSettingValues> => ({
    setting,
    message: `leads to another machine without verified TLS: add sslmode=verify-full, ${permission}`,
    isIncomplete: (s) => s.ALLOW_INSECURE_CONNECTIONS === '0' && isInsecureDatabase(s[setting]),
  })),
  {
    setting: 'CLAMD',
    message: `leads to another machine without TLS, which clamd does not speak: run it on this one, ${permission}`,
    isIncomplete: (s) => s.ALLOW_INSECURE_CONNECTIONS === '0' && isRemoteScanner(scannerConfig(s)),
  },
  ...serviceSettings.map((setting): SettingCheck<ConnectionSettingValues> => ({
    setting,
    message: `leads to another machine without TLS: use https, ${permission}`,
    isIncomplete: (s) => s.ALLOW_INSECURE_CONNECTIONS === '0' && isInsecureUrl(s[setting]),
  })),
]
