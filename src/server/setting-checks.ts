import { resolve, sep } from 'node:path'
import pg from 'pg'
import { errorCode } from '#server/platform/error-code.ts'
import { mailProviders, type MailProvider } from '#contract/messages.ts'
import {
  awsServices,
  isLoopbackHost,
  isLoopbackUrl,
  parseBackupAddress,
  parseScannerAddress,
  type AwsService,
  type Settings,
} from './settings.ts'

/** A condition over several settings; `message` follows the name of `setting`. */
type SettingCheck = readonly [
  setting: keyof Settings,
  message: string,
  isViolated: (settings: Settings) => boolean,
]

const databaseSettings = ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'READ_DATABASE_URL'] as const

const isOn = (value: Settings[keyof Settings]) => value !== undefined && value !== '0'
const missingBeside = (setting: keyof Settings, beside: keyof Settings): SettingCheck => [
  setting,
  `is missing beside ${beside}`,
  (s) => isOn(s[beside]) && s[setting] === undefined,
]

const isInside = (folder: string, parent: string) => `${folder}${sep}`.startsWith(`${resolve(parent)}${sep}`)

const providerKeys = {
  AWS: 'AWS_ACCESS_KEY_ID',
  Sendgrid: 'SENDGRID_API_KEY',
  SMTP: 'SMTP_URL',
} satisfies Record<MailProvider, keyof Settings>

/** The keys of a service's own, where it has some. */
export function ownKeysOf(s: Settings, service: AwsService) {
  const [accessKeyId, secretAccessKey] = [s[`${service}_ACCESS_KEY_ID`], s[`${service}_SECRET_ACCESS_KEY`]]
  return accessKeyId === undefined ? undefined : { accessKeyId, secretAccessKey, sessionToken: undefined }
}
const hasKeys = (s: Settings, service: AwsService) =>
  (ownKeysOf(s, service)?.accessKeyId ?? s.AWS_ACCESS_KEY_ID) !== undefined

/** Credentials for an S3 of another vendor are not valid for Amazon's mail service. */
export const areKeysForMail = (s: Settings) =>
  ownKeysOf(s, 'SES') !== undefined ||
  Boolean(s.SES_ENDPOINT_URL ?? s.AWS_ENDPOINT_URL_SESV2 ?? s.AWS_ENDPOINT_URL) ||
  !s.AWS_ENDPOINT_URL_S3 ||
  ownKeysOf(s, 'S3') !== undefined

const hasKey = (s: Settings, provider: MailProvider) =>
  provider === 'AWS' ? hasKeys(s, 'SES') && areKeysForMail(s) : s[providerKeys[provider]] !== undefined

/** `ssl` as the client parsed it; options that switch a check off are false. */
const verifies = (ssl: unknown): boolean =>
  ssl === true || (typeof ssl === 'object' && ssl !== null && !Object.values(ssl).includes(false))

/** Parsed by the client itself, so that every spelling of host and TLS has the client's meaning. */
function isInsecureDatabase(connectionString: string): boolean {
  try {
    const { host, ssl } = new pg.Client({ connectionString })
    return !host.startsWith('/') && !isLoopbackHost(host) && !verifies(ssl)
  } catch {
    // An unreadable address, such as one with a missing sslrootcert, connects nowhere, and the connection reports it.
    return false
  }
}

/** A `#`, `/` or `?` in a password ends the address before its host. */
function isUnreadable(connectionString: string): boolean {
  if (connectionString.includes('#')) return true
  try {
    return new pg.Client({ connectionString }).host === ''
  } catch (error) {
    return error instanceof URIError || errorCode(error) === 'ERR_INVALID_URL'
  }
}

/** A connection to another machine without verified TLS (ASVS 12.3.1). */
const insecure = <Setting extends keyof Settings>(
  setting: Setting,
  fault: string,
  isInsecure: (value: NonNullable<Settings[Setting]>) => boolean,
): SettingCheck => [
  setting,
  `leads to another machine without ${fault}, or set ALLOW_INSECURE_CONNECTIONS=1 within a private network`,
  ({ ALLOW_INSECURE_CONNECTIONS: allowed, [setting]: value }) =>
    allowed === '0' && value !== undefined && isInsecure(value),
]

/** In reporting order: a missing key before the settings that need it. */
export const settingChecks: readonly SettingCheck[] = [
  missingBeside('DATABASE_URL', 'MIGRATION_DATABASE_URL'),
  missingBeside('DATABASE_URL', 'READ_DATABASE_URL'),
  missingBeside('AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID'),
  [
    'AWS_ACCESS_KEY_ID',
    'is missing beside AWS_SECRET_ACCESS_KEY or AWS_SESSION_TOKEN',
    (s) => isOn(s.AWS_SECRET_ACCESS_KEY ?? s.AWS_SESSION_TOKEN) && !s.AWS_ACCESS_KEY_ID,
  ],
  missingBeside('AWS_REGION', 'AWS_ACCESS_KEY_ID'),
  ...awsServices.flatMap((service): SettingCheck[] => [
    missingBeside(`${service}_SECRET_ACCESS_KEY`, `${service}_ACCESS_KEY_ID`),
    missingBeside(`${service}_ACCESS_KEY_ID`, `${service}_SECRET_ACCESS_KEY`),
    [
      `${service}_REGION`,
      `is missing beside ${service}_ACCESS_KEY_ID`,
      (s) => ownKeysOf(s, service) !== undefined && !(s[`${service}_REGION`] ?? s.AWS_REGION),
    ],
  ]),
  ...(['SES_ENDPOINT_URL', 'AWS_ENDPOINT_URL_SESV2'] as const).map((endpoint): SettingCheck => [
    'AWS_ACCESS_KEY_ID',
    `is missing beside ${endpoint}`,
    (s) => isOn(s[endpoint]) && !hasKeys(s, 'SES'),
  ]),
  missingBeside('SENDGRID_API_KEY', 'SENDGRID_BASE_URL'),
  missingBeside('SMTP_URL', 'BOUNCES'),
  [
    'SMTP_URL',
    'must have a user and a password, because its server is another machine',
    ({ SMTP_URL: url }) =>
      url !== undefined && !isLoopbackUrl(url) && !(new URL(url).username && new URL(url).password),
  ],
  ...mailProviders.map((provider): SettingCheck => [
    'MAIL_DEFAULT',
    `is ${provider}, which is not configured: ${providerKeys[provider]} is missing`,
    (s) => s.MAIL_DEFAULT === provider && !hasKey(s, provider),
  ]),
  ['AWS_ACCESS_KEY_ID', 'is missing beside S3_BUCKET', (s) => s.S3_BUCKET !== undefined && !hasKeys(s, 'S3')],
  [
    'S3_BUCKET',
    'is missing beside AWS_ENDPOINT_URL_S3',
    (s) =>
      isOn(s.AWS_ENDPOINT_URL_S3) &&
      !(s.S3_BUCKET ?? s.AWS_INBOUND_BUCKET) &&
      !s.BACKUP_TO?.startsWith('s3:'),
  ],
  missingBeside('S3_BUCKET', 'S3_ENDPOINT_URL'),
  missingBeside('S3_BUCKET', 'S3_ACCESS_KEY_ID'),
  missingBeside('S3_BUCKET', 'DOCUMENTS_ALSO_IN'),
  [
    'BACKUP_KEY',
    'is missing beside BACKUP_TO: npm run cli -- backup --new-key makes one',
    (s) => isOn(s.BACKUP_TO) && !s.BACKUP_KEY,
  ],
  [
    'BACKUP_TO',
    'must not be in DATA_DIR, with which it would be lost',
    (s) => {
      const to = s.BACKUP_TO === undefined ? undefined : parseBackupAddress(s.BACKUP_TO)
      return to !== undefined && 'folder' in to && isInside(to.folder, s.DATA_DIR)
    },
  ],
  [
    'AWS_ACCESS_KEY_ID',
    'is missing beside a bucket in BACKUP_TO',
    (s) => Boolean(s.BACKUP_TO?.startsWith('s3:')) && !hasKeys(s, 'BACKUP'),
  ],
  missingBeside('BACKUP_TO', 'BACKUP_ENDPOINT_URL'),
  missingBeside('BACKUP_TO', 'BACKUP_ACCESS_KEY_ID'),
  [
    'AWS_ACCESS_KEY_ID',
    'is missing beside AWS_INBOUND_BUCKET',
    (s) => s.AWS_INBOUND_BUCKET !== undefined && !hasKeys(s, 'SES'),
  ],
  missingBeside('OFFICIAL_SENDERS', 'OFFICIAL_AUTOSEND'),
  missingBeside('METRICS_TOKEN', 'METRICS_PORT'),
  ...databaseSettings.map((setting): SettingCheck => [
    setting,
    'cannot be read: percent-encode its user and password (# is %23, / is %2F, ? is %3F, @ is %40, % is %25)',
    ({ [setting]: url }) => url !== undefined && isUnreadable(url),
  ]),
  ...databaseSettings.map((setting) =>
    insecure(setting, 'verified TLS: add sslmode=verify-full', isInsecureDatabase),
  ),
  insecure('CLAMD', 'TLS, which clamd does not speak: run it on this one', (address) => {
    const scanner = parseScannerAddress(address)
    return scanner !== undefined && 'host' in scanner && !isLoopbackHost(scanner.host)
  }),
  ...(
    [
      'AWS_ENDPOINT_URL',
      'AWS_ENDPOINT_URL_SESV2',
      'AWS_ENDPOINT_URL_S3',
      'AWS_ENDPOINT_URL_SNS',
      'S3_ENDPOINT_URL',
      'SES_ENDPOINT_URL',
      'BACKUP_ENDPOINT_URL',
      'SENDGRID_BASE_URL',
    ] as const
  ).map((setting) =>
    insecure(setting, 'TLS: use https', (url) => new URL(url).protocol !== 'https:' && !isLoopbackUrl(url)),
  ),
]
