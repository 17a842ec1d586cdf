import { createPublicKey, type KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import { mailProviders, type MailProvider } from '#contract/messages.ts'

const text = z.optional(z.string().check(z.minLength(1, 'must not be empty')))
const address = (protocol: RegExp, error: string) => z.optional(z.url({ protocol, error }))
const httpAddress = address(/^https?$/, 'must be an http or https address')

/** SendGrid shows the key of its signed webhooks as base64 of the public key in DER. */
function webhookKey(base64: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ec' ? key : undefined
  } catch {
    return undefined
  }
}

const bucketName = z.optional(
  z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is no bucket name')),
)

const topicPattern = /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w.-]{1,256}$/
const listOf = (items: string) => items.split(',').map((item) => item.trim())

/** The environment variables of mail in both directions, and of the bucket that shares its keys (product §10). */
export const mailSettings = {
  MAIL_DEFAULT: z.optional(z.enum(mailProviders, `must be ${mailProviders.join(', ')}`)),
  AWS_REGION: z.optional(z.string().check(z.regex(/^[a-z0-9-]+$/, 'must be a region such as eu-central-1'))),
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  AWS_SESSION_TOKEN: text,
  AWS_ENDPOINT_URL: httpAddress,
  AWS_ENDPOINT_URL_SESV2: httpAddress,
  AWS_ENDPOINT_URL_SNS: httpAddress,
  AWS_ENDPOINT_URL_S3: httpAddress,
  AWS_SNS_TOPICS: z.optional(
    z
      .string()
      .check(
        z.refine(
          (topics) => listOf(topics).every((topic) => topicPattern.test(topic)),
          'must be topic ARNs, separated by commas',
        ),
      ),
  ),
  SENDGRID_API_KEY: text,
  SENDGRID_BASE_URL: httpAddress,
  SENDGRID_WEBHOOK_KEY: z.optional(
    z
      .string()
      .check(
        z.refine(
          (keys) => listOf(keys).every((key) => webhookKey(key) !== undefined),
          "must be the webhooks' public keys in base64, separated by commas",
        ),
      ),
  ),
  SMTP_URL: address(/^smtps?$/, 'must be an smtp or smtps address'),
  INBOUND_KEY: z.optional(
    z.string().check(z.regex(/^[\w-]{16,}$/, 'must have at least 16 letters, digits, - or _')),
  ),
  S3_BUCKET: bucketName,
  AWS_INBOUND_BUCKET: bucketName,
}

type MailSettings = z.output<z.ZodMiniObject<typeof mailSettings>>

export interface AwsAccess {
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
  /** Where the service is, unless at Amazon. */
  endpoint: string | undefined
}

/** The providers that are configured; mails go to the outbox while there is none. */
export interface MailConfig {
  aws: AwsAccess | undefined
  sendgrid: { apiKey: string; baseUrl: string } | undefined
  smtp: { url: string } | undefined
  /** The provider of automatic mails, if it is said. */
  default: MailProvider | undefined
}

/** Who may post to the hooks, and how it proves that. */
export interface HooksConfig {
  /** Topics whose messages are taken; with none, none is. */
  snsTopics: readonly string[]
  /** Signing certificates may come from here beside Amazon. */
  snsEndpoint: string | undefined
  /** Of the event webhook and of the inbound parse's security policy, each of which has its own. */
  sendgridKeys: readonly KeyObject[]
  /** The secret part of the inbound address. */
  inboundKey: string | undefined
  /** Where Amazon SES puts mails that come in; none is read from elsewhere. */
  inboundBucket: BucketConfig | undefined
}

export type BucketConfig = AwsAccess & { bucket: string }

function awsAccess(s: MailSettings, endpoint: string | undefined): AwsAccess | undefined {
  if (!s.AWS_REGION || !s.AWS_ACCESS_KEY_ID || !s.AWS_SECRET_ACCESS_KEY) return undefined
  return {
    region: s.AWS_REGION,
    credentials: {
      accessKeyId: s.AWS_ACCESS_KEY_ID,
      secretAccessKey: s.AWS_SECRET_ACCESS_KEY,
      ...(s.AWS_SESSION_TOKEN && { sessionToken: s.AWS_SESSION_TOKEN }),
    },
    endpoint,
  }
}

/** Keys for somebody else's S3 open no mail service at Amazon. */
const keysAreForMail = (s: MailSettings) =>
  Boolean(s.AWS_ENDPOINT_URL_SESV2 ?? s.AWS_ENDPOINT_URL) || !s.AWS_ENDPOINT_URL_S3

export const mailConfig = (s: MailSettings): MailConfig => ({
  aws: keysAreForMail(s) ? awsAccess(s, s.AWS_ENDPOINT_URL_SESV2 ?? s.AWS_ENDPOINT_URL) : undefined,
  sendgrid: s.SENDGRID_API_KEY
    ? { apiKey: s.SENDGRID_API_KEY, baseUrl: s.SENDGRID_BASE_URL ?? 'https://api.sendgrid.com' }
    : undefined,
  smtp: s.SMTP_URL ? { url: s.SMTP_URL } : undefined,
  default: s.MAIL_DEFAULT,
})

export const hooksConfig = (s: MailSettings): HooksConfig => ({
  snsTopics: s.AWS_SNS_TOPICS ? listOf(s.AWS_SNS_TOPICS) : [],
  snsEndpoint: s.AWS_ENDPOINT_URL_SNS,
  sendgridKeys: listOf(s.SENDGRID_WEBHOOK_KEY ?? '').flatMap((key) => webhookKey(key) ?? []),
  inboundKey: s.INBOUND_KEY,
  inboundBucket: bucketAt(s, s.AWS_INBOUND_BUCKET ?? s.S3_BUCKET),
})

function bucketAt(s: MailSettings, bucket: string | undefined): BucketConfig | undefined {
  const access = awsAccess(s, s.AWS_ENDPOINT_URL_S3 ?? s.AWS_ENDPOINT_URL)
  return bucket && access ? { bucket, ...access } : undefined
}

export const bucketConfig = (s: MailSettings): BucketConfig | undefined => bucketAt(s, s.S3_BUCKET)

/** The setting of a provider without which it is not configured. */
const keyOf = {
  AWS: { configured: ({ aws }) => aws, setting: 'AWS_ACCESS_KEY_ID' },
  Sendgrid: { configured: ({ sendgrid }) => sendgrid, setting: 'SENDGRID_API_KEY' },
  SMTP: { configured: ({ smtp }) => smtp, setting: 'SMTP_URL' },
} satisfies Record<MailProvider, { configured: (config: MailConfig) => unknown; setting: string }>

export const isConfigured = (config: MailConfig, provider: MailProvider): boolean =>
  keyOf[provider].configured(config) !== undefined

interface Incomplete {
  setting: keyof typeof mailSettings
  says: string
  when: (s: MailSettings) => boolean
}

/** Settings that stand alone and do nothing, or not what was meant. */
const incomplete: readonly Incomplete[] = [
  {
    setting: 'AWS_SECRET_ACCESS_KEY',
    says: 'is missing beside AWS_ACCESS_KEY_ID',
    when: (s) => Boolean(s.AWS_ACCESS_KEY_ID && !s.AWS_SECRET_ACCESS_KEY),
  },
  {
    setting: 'AWS_ACCESS_KEY_ID',
    says: 'is missing beside AWS_SECRET_ACCESS_KEY or AWS_SESSION_TOKEN',
    when: (s) => Boolean((s.AWS_SECRET_ACCESS_KEY ?? s.AWS_SESSION_TOKEN) && !s.AWS_ACCESS_KEY_ID),
  },
  {
    setting: 'AWS_REGION',
    says: 'is missing beside AWS_ACCESS_KEY_ID',
    when: (s) => Boolean(s.AWS_ACCESS_KEY_ID && !s.AWS_REGION),
  },
  {
    setting: 'AWS_ACCESS_KEY_ID',
    says: 'is missing beside AWS_ENDPOINT_URL_SESV2',
    when: (s) => Boolean(s.AWS_ENDPOINT_URL_SESV2 && !s.AWS_ACCESS_KEY_ID),
  },
  {
    setting: 'AWS_ACCESS_KEY_ID',
    says: 'is missing beside S3_BUCKET',
    when: (s) => Boolean(s.S3_BUCKET && !s.AWS_ACCESS_KEY_ID),
  },
  {
    setting: 'AWS_ACCESS_KEY_ID',
    says: 'is missing beside AWS_INBOUND_BUCKET',
    when: (s) => Boolean(s.AWS_INBOUND_BUCKET && !s.AWS_ACCESS_KEY_ID),
  },
  {
    setting: 'S3_BUCKET',
    says: 'is missing beside AWS_ENDPOINT_URL_S3',
    when: (s) => Boolean(s.AWS_ENDPOINT_URL_S3 && !s.S3_BUCKET && !s.AWS_INBOUND_BUCKET),
  },
  {
    setting: 'SENDGRID_API_KEY',
    says: 'is missing beside SENDGRID_BASE_URL',
    when: (s) => Boolean(s.SENDGRID_BASE_URL && !s.SENDGRID_API_KEY),
  },
  ...mailProviders.map((provider): Incomplete => ({
    setting: 'MAIL_DEFAULT',
    says: `is ${provider}, which is not configured: ${keyOf[provider].setting} is missing`,
    when: (s) => s.MAIL_DEFAULT === provider && !isConfigured(mailConfig(s), provider),
  })),
]

export const completeMailSettings = incomplete.map(({ setting, says, when }) =>
  z.refine<MailSettings>((s) => !when(s), { path: [setting], message: says }),
)
