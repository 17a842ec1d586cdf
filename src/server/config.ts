import { resolve } from 'node:path'
import { domainToASCII } from 'node:url'
import type { MailProvider } from '#contract/messages.ts'
import type { PromiseHours } from '#contract/rules/promise.ts'
import { areKeysForMail, ownKeysOf, settingChecks } from './setting-checks.ts'
import {
  parseBackupAddress,
  parseFees,
  parseScannerAddress,
  parseWebhookKey,
  SettingError,
  settings,
  splitList,
  type AwsService,
  type Settings,
  type StorePlace,
} from './settings.ts'

/** Keys and region of a service that speaks Amazon's protocols. */
export interface AwsAccess {
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
  /** Undefined: at Amazon. */
  endpoint: string | undefined
}
export type BucketConfig = AwsAccess & { bucket: string }

const serviceEndpoints = {
  S3: 'AWS_ENDPOINT_URL_S3',
  SES: 'AWS_ENDPOINT_URL_SESV2',
  BACKUP: 'AWS_ENDPOINT_URL_S3',
} satisfies Record<AwsService, keyof Settings>

/** Keys, region and endpoint of the service's own, each else by the `AWS_` settings. */
function awsAccess(s: Settings, service: AwsService): AwsAccess | undefined {
  const keys = ownKeysOf(s, service) ?? {
    accessKeyId: s.AWS_ACCESS_KEY_ID,
    secretAccessKey: s.AWS_SECRET_ACCESS_KEY,
    sessionToken: s.AWS_SESSION_TOKEN,
  }
  const { accessKeyId, secretAccessKey, sessionToken } = keys
  const region = s[`${service}_REGION`] ?? s.AWS_REGION
  if (!region || !accessKeyId || !secretAccessKey) return undefined
  return {
    region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
    endpoint: s[`${service}_ENDPOINT_URL`] ?? s[serviceEndpoints[service]] ?? s.AWS_ENDPOINT_URL,
  }
}

const bucketConfig = (bucket: string | undefined, access: AwsAccess | undefined): BucketConfig | undefined =>
  bucket && access ? { bucket, ...access } : undefined

/** Amazon puts incoming mails into a bucket at Amazon; the bucket of the documents may be another maker's. */
function inboundBucket(s: Settings): BucketConfig | undefined {
  if (!s.AWS_INBOUND_BUCKET) return bucketConfig(s.S3_BUCKET, awsAccess(s, 'S3'))
  const access = awsAccess(s, 'SES')
  return bucketConfig(
    s.AWS_INBOUND_BUCKET,
    access && { ...access, endpoint: s.AWS_ENDPOINT_URL_S3 ?? s.AWS_ENDPOINT_URL },
  )
}

const mailConfig = (s: Settings) => ({
  aws: areKeysForMail(s) ? awsAccess(s, 'SES') : undefined,
  sendgrid: s.SENDGRID_API_KEY
    ? { apiKey: s.SENDGRID_API_KEY, baseUrl: s.SENDGRID_BASE_URL ?? 'https://api.sendgrid.com' }
    : undefined,
  smtp: s.SMTP_URL ? { url: s.SMTP_URL, isVerp: s.BOUNCES === 'verp' } : undefined,
  default: s.MAIL_DEFAULT,
})
type MailConfig = ReturnType<typeof mailConfig>

export const isConfigured = ({ aws, sendgrid, smtp }: MailConfig, provider: MailProvider): boolean =>
  ({ AWS: aws, Sendgrid: sendgrid, SMTP: smtp })[provider] !== undefined

/** A bucket that is only read besides the folder takes no new documents. */
const documentsPlace = (s: Settings): StorePlace =>
  s.S3_BUCKET && s.DOCUMENTS_ALSO_IN !== 'bucket' ? 'bucket' : 'folder'

const optionalList = (list: string | undefined) => (list === undefined ? [] : splitList(list))

function configOf(s: Settings) {
  const publicUrl = (s.PUBLIC_URL ?? `http://${s.HOST}:${s.PORT}`).replace(/(?<!\/)\/+$/, '')
  const isHttps = publicUrl.startsWith('https:')
  return {
    host: s.HOST,
    port: s.PORT,
    /** The base of links in mails, without a final slash. */
    publicUrl,
    /** Visitors and members connect by TLS, which a proxy in front terminates. */
    isHttps,
    sessionIdleMinutes: s.SESSION_IDLE_MINUTES,
    /** Proxies whose X-Forwarded-For counts. */
    trustProxy: s.TRUST_PROXY,
    dataDir: resolve(s.DATA_DIR),
    /** Absent: the embedded database in `dataDir`. */
    databaseUrl: s.DATABASE_URL,
    /** The same database as its owner, the only role that changes the schema; absent: `databaseUrl`. */
    migrationDatabaseUrl: s.MIGRATION_DATABASE_URL,
    /** Connections for requests and jobs, of those that a server takes. */
    databasePool: s.DATABASE_POOL,
    /** A replica, as the server's role; absent: all reads go to the primary. */
    readDatabaseUrl: s.READ_DATABASE_URL,
    /** Absent: keys are made in `dataDir` at the first start. */
    dataKeys: s.DATA_KEYS,
    title: s.PRODUCT_TITLE,
    shortTitle: s.PRODUCT_SHORT_TITLE,
    sitesFile: s.SITES_FILE,
    /** An intake key that needs no row. */
    intakeKey: s.INTAKE_KEY,
    schedule: {
      windowDays: s.FUTURE_WINDOW_DAYS,
      promiseHours: { standard: s.STANDARD_HOURS, priority: s.PRIORITY_HOURS } satisfies PromiseHours,
    },
    /** Working days within which a refund is promised. */
    refundDays: s.REFUND_DAYS,
    /** A gateway's fee for a dispute, and for answering one, by currency (product §14). */
    disputeFees: parseFees(s.DISPUTE_FEE ?? '') ?? new Map<string, number>(),
    retention: { detailsDays: s.RETENTION_DETAILS_DAYS, evidenceDays: s.RETENTION_EVIDENCE_DAYS },
    logLevel: s.LOG_LEVEL,
    /** A server reached by https begins empty unless the demo is asked for. */
    demo: (s.DEMO ?? (isHttps ? '0' : '1')) === '1',
    demoPassword: s.DEMO_PASSWORD,
    adminEmail: s.ADMIN_EMAIL,
    adminPassword: s.ADMIN_PASSWORD,
    /** In ASCII. */
    sendDomain: domainToASCII(s.SEND_DOMAIN),
    mail: mailConfig(s),
    hooks: {
      /** Topics whose messages are accepted; empty: the webhook is off. */
      snsTopics: optionalList(s.AWS_SNS_TOPICS),
      /** Signature version 1 uses SHA-1. */
      snsSignatureVersions: s.AWS_SNS_SIGNATURE_V1 === '1' ? ['1', '2'] : ['2'],
      snsEndpoint: s.AWS_ENDPOINT_URL_SNS,
      /** The event webhook and the inbound parse's security policy have a key each. */
      sendgridKeys: optionalList(s.SENDGRID_WEBHOOK_KEY).flatMap((key) => parseWebhookKey(key) ?? []),
      inboundKey: s.INBOUND_KEY,
      /** Where Amazon SES stores inbound mails; no other bucket is read. */
      inboundBucket: inboundBucket(s),
      /** Several while a secret is changed, or of several accounts; empty: the webhook is off. */
      stripeSecrets: optionalList(s.STRIPE_WEBHOOK_SECRETS),
    },
    official: {
      /** Domains in lower case, subdomains included; empty: no mail proposes a document. */
      senders: optionalList(s.OFFICIAL_SENDERS?.toLowerCase()),
      /** Certain matches are sent without a member. */
      autosend: s.OFFICIAL_AUTOSEND === '1',
    },
    documents: {
      /** Where files are written, and read first. */
      keptIn: documentsPlace(s),
      /** The second store while documents are moved: read where the first lacks the file. Removals apply to both. */
      alsoIn: s.DOCUMENTS_ALSO_IN,
    },
    bucket: bucketConfig(s.S3_BUCKET, awsAccess(s, 'S3')),
    backup: {
      to: s.BACKUP_TO === undefined ? undefined : parseBackupAddress(s.BACKUP_TO),
      key: s.BACKUP_KEY === undefined ? undefined : Buffer.from(s.BACKUP_KEY, 'base64'),
      /** 0: only on demand. */
      everyHours: s.BACKUP_EVERY_HOURS,
      keepDays: s.BACKUP_KEEP_DAYS,
      access: awsAccess(s, 'BACKUP'),
    },
    scanner: s.CLAMD === undefined ? undefined : parseScannerAddress(s.CLAMD),
    watching: {
      metrics:
        s.METRICS_TOKEN === undefined
          ? undefined
          : {
              token: s.METRICS_TOKEN,
              /** An address of their own; undefined: `/metrics` of the server itself. */
              own: s.METRICS_PORT === undefined ? undefined : { host: s.METRICS_HOST, port: s.METRICS_PORT },
            },
      /** Seconds between the signal to stop and the end of serving, while `/readyz` reports not ready. */
      drainSeconds: s.DRAIN_SECONDS,
    },
    nameServers: {
      servers: optionalList(s.DNS_SERVERS),
      /** Names of the DKIM keys that sign outgoing mails, below `_domainkey`. */
      dkimSelectors: optionalList(s.DKIM_SELECTORS),
    },
  }
}

/** Settings as the server uses them (product §10). */
export type Config = ReturnType<typeof configOf> & {
  /** Under `npm run dev`. */
  development: boolean
}

export type ScheduleRules = Config['schedule']

/** An empty variable counts as absent. Throws a `SettingError` that names the first wrong variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(present)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new SettingError(`${issue?.path.join('.')} ${issue?.message}`)
  }
  const violated = settingChecks.find(([, , isViolated]) => isViolated(parsed.data))
  if (violated) throw new SettingError(`${violated[0]} ${violated[1]}`)
  return { ...configOf(parsed.data), development: env.NODE_ENV === 'development' }
}
