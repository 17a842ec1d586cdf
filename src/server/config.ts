import { resolve } from 'node:path'
import type { MailProvider } from '#contract/messages.ts'
import type { PromiseHours } from '#contract/rules/promise.ts'
import { areKeysForMail, settingChecks } from './setting-checks.ts'
import {
  parseBackupAddress,
  parseScannerAddress,
  parseWebhookKey,
  SettingError,
  settings,
  splitList,
  type Settings,
  type StorePlace,
} from './settings.ts'

/** Keys and region, which mail, notifications and buckets at Amazon share. */
export interface AwsAccess {
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
  /** Where the service is, unless at Amazon. */
  endpoint: string | undefined
}
export type BucketConfig = AwsAccess & { bucket: string }

/** Undefined where region or keys are not set. */
function awsAccess(s: Settings, serviceEndpoint: string | undefined): AwsAccess | undefined {
  if (!s.AWS_REGION || !s.AWS_ACCESS_KEY_ID || !s.AWS_SECRET_ACCESS_KEY) return undefined
  return {
    region: s.AWS_REGION,
    credentials: {
      accessKeyId: s.AWS_ACCESS_KEY_ID,
      secretAccessKey: s.AWS_SECRET_ACCESS_KEY,
      ...(s.AWS_SESSION_TOKEN && { sessionToken: s.AWS_SESSION_TOKEN }),
    },
    endpoint: serviceEndpoint ?? s.AWS_ENDPOINT_URL,
  }
}

/** Undefined where there is no name or no key. */
function bucketConfig(s: Settings, bucket: string | undefined): BucketConfig | undefined {
  const access = awsAccess(s, s.AWS_ENDPOINT_URL_S3)
  return bucket && access ? { bucket, ...access } : undefined
}

/** The providers that are configured; mails go to the outbox while there is none. */
const mailConfig = (s: Settings) => ({
  aws: areKeysForMail(s) ? awsAccess(s, s.AWS_ENDPOINT_URL_SESV2) : undefined,
  sendgrid: s.SENDGRID_API_KEY
    ? { apiKey: s.SENDGRID_API_KEY, baseUrl: s.SENDGRID_BASE_URL ?? 'https://api.sendgrid.com' }
    : undefined,
  smtp: s.SMTP_URL ? { url: s.SMTP_URL } : undefined,
  /** The provider of automatic mails, if it is said. */
  default: s.MAIL_DEFAULT,
})
type MailConfig = ReturnType<typeof mailConfig>

export const isConfigured = ({ aws, sendgrid, smtp }: MailConfig, provider: MailProvider): boolean =>
  ({ AWS: aws, Sendgrid: sendgrid, SMTP: smtp })[provider] !== undefined

/** A bucket that is only read beside the folder takes no new documents. */
const documentsPlace = (s: Settings): StorePlace =>
  s.S3_BUCKET && s.DOCUMENTS_ALSO_IN !== 'bucket' ? 'bucket' : 'folder'

const optionalList = (list: string | undefined) => (list === undefined ? [] : splitList(list))

function configOf(s: Settings) {
  const publicUrl = (s.PUBLIC_URL ?? `http://${s.HOST}:${s.PORT}`).replace(/(?<!\/)\/+$/, '')
  const isHttps = publicUrl.startsWith('https:')
  return {
    host: s.HOST,
    port: s.PORT,
    /** Where links in mails lead; no slash at its end. */
    publicUrl,
    /** Visitors and members come by TLS, which a proxy in front speaks. */
    isHttps,
    sessionIdleMinutes: s.SESSION_IDLE_MINUTES,
    /** Proxies whose X-Forwarded-For counts. */
    trustProxy: s.TRUST_PROXY,
    dataDir: resolve(s.DATA_DIR),
    /** Absent: the embedded database in `dataDir`. */
    databaseUrl: s.DATABASE_URL,
    /** The same database as its owner, who alone changes the schema; absent: `databaseUrl` does that too. */
    migrationDatabaseUrl: s.MIGRATION_DATABASE_URL,
    /** A replica of it, as the role that serves; absent: all is read from the one. */
    readDatabaseUrl: s.READ_DATABASE_URL,
    /** Absent: keys made in `dataDir` at the first start. */
    dataKeys: s.DATA_KEYS,
    title: s.PRODUCT_TITLE,
    shortTitle: s.PRODUCT_SHORT_TITLE,
    sitesFile: s.SITES_FILE,
    /** An intake key that always works. */
    intakeKey: s.INTAKE_KEY,
    schedule: {
      windowDays: s.FUTURE_WINDOW_DAYS,
      promiseHours: { standard: s.STANDARD_HOURS, priority: s.PRIORITY_HOURS } satisfies PromiseHours,
    },
    retention: { detailsDays: s.RETENTION_DETAILS_DAYS, evidenceDays: s.RETENTION_EVIDENCE_DAYS },
    logLevel: s.LOG_LEVEL,
    /** A server that the world reaches by https begins empty unless the demo is asked for. */
    demo: (s.DEMO ?? (isHttps ? '0' : '1')) === '1',
    demoPassword: s.DEMO_PASSWORD,
    adminEmail: s.ADMIN_EMAIL,
    adminPassword: s.ADMIN_PASSWORD,
    sendDomain: s.SEND_DOMAIN,
    mail: mailConfig(s),
    /** How requests to the webhooks are authenticated. */
    hooks: {
      /** Topics whose messages are accepted; with none, the webhook is off. */
      snsTopics: optionalList(s.AWS_SNS_TOPICS),
      /** Of signatures: version 1 is made with SHA-1. */
      snsSignatureVersions: s.AWS_SNS_SIGNATURE_V1 === '1' ? ['1', '2'] : ['2'],
      /** Signing certificates may come from here beside Amazon. */
      snsEndpoint: s.AWS_ENDPOINT_URL_SNS,
      /** Of the event webhook and of the inbound parse's security policy, each of which has its own. */
      sendgridKeys: optionalList(s.SENDGRID_WEBHOOK_KEY).flatMap((key) => parseWebhookKey(key) ?? []),
      /** The secret part of the inbound address. */
      inboundKey: s.INBOUND_KEY,
      /** Where Amazon SES puts mails that come in; none is read from elsewhere. */
      inboundBucket: bucketConfig(s, s.AWS_INBOUND_BUCKET ?? s.S3_BUCKET),
    },
    /** From whom documents come by mail. */
    official: {
      /** Domains in small letters, with their subdomains; none: no mail proposes a document. */
      senders: optionalList(s.OFFICIAL_SENDERS?.toLowerCase()),
      /** Certain documents are sent without a member. */
      autosend: s.OFFICIAL_AUTOSEND === '1',
    },
    documents: {
      /** Where files are written, and read first. */
      keptIn: documentsPlace(s),
      /** Where those are read that are not there, while they are moved; what is removed goes from both. */
      alsoIn: s.DOCUMENTS_ALSO_IN,
    },
    /** The bucket for documents. */
    bucket: bucketConfig(s, s.S3_BUCKET),
    backup: {
      /** Where the server sends its backups; absent: nowhere by itself. */
      to: s.BACKUP_TO === undefined ? undefined : parseBackupAddress(s.BACKUP_TO),
      key: s.BACKUP_KEY === undefined ? undefined : Buffer.from(s.BACKUP_KEY, 'base64'),
      /** 0: only by hand. */
      everyHours: s.BACKUP_EVERY_HOURS,
      keepDays: s.BACKUP_KEEP_DAYS,
      /** For buckets. */
      access: awsAccess(s, s.AWS_ENDPOINT_URL_S3),
    },
    /** Undefined: files are not scanned. */
    scanner: s.CLAMD === undefined ? undefined : parseScannerAddress(s.CLAMD),
    watching: {
      /** Undefined: there are none. */
      metrics:
        s.METRICS_TOKEN === undefined
          ? undefined
          : {
              token: s.METRICS_TOKEN,
              /** An address of their own; undefined: `/metrics` of the server itself. */
              own: s.METRICS_PORT === undefined ? undefined : { host: s.METRICS_HOST, port: s.METRICS_PORT },
            },
      /** It goes on serving so long after it is told to stop, and says that it is not ready. */
      drainSeconds: s.DRAIN_SECONDS,
    },
    nameServers: {
      /** None: those of this machine. */
      servers: optionalList(s.DNS_SERVERS),
      /** Names of the keys by which mails of ours are signed, below `_domainkey`. */
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

/** Reads the environment; an empty variable counts as absent. Throws a `SettingError` that names the first wrong one. */
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
