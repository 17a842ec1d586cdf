import * as z from 'zod/mini'
import { mailProviders, type MailProvider } from '#contract/messages.ts'
import { awsAccess, type AwsAccess, type awsSettings } from './aws.ts'
import type { bucketSettings } from './bucket.ts'
import {
  urlSetting,
  httpUrlSetting,
  isLoopbackUrl,
  optionalTextSetting,
  type SettingCheck,
  type SettingValues,
} from './setting.ts'

/** Mail that leaves (product §7). */
export const mailSettings = {
  SEND_DOMAIN: z._default(
    z.string().check(z.regex(/^[a-z0-9.-]+\.[a-z]{2,}$/i, 'must be a domain name')),
    'mail.pabean.example',
  ),
  MAIL_DEFAULT: z.optional(z.enum(mailProviders, `must be ${mailProviders.join(', ')}`)),
  AWS_ENDPOINT_URL_SESV2: httpUrlSetting,
  SENDGRID_API_KEY: optionalTextSetting,
  SENDGRID_BASE_URL: httpUrlSetting,
  SMTP_URL: urlSetting(/^smtps?$/, 'must be an smtp or smtps address'),
}
type MailSettingValues = SettingValues<typeof mailSettings & typeof awsSettings & typeof bucketSettings>

/** The providers that are configured; mails go to the outbox while there is none. */
export interface MailConfig {
  aws: AwsAccess | undefined
  sendgrid: { apiKey: string; baseUrl: string } | undefined
  smtp: { url: string } | undefined
  /** The provider of automatic mails, if it is said. */
  default: MailProvider | undefined
}

/** Credentials for an S3 of another vendor are not valid for Amazon's mail service. */
const areKeysForMail = (s: MailSettingValues) =>
  Boolean(s.AWS_ENDPOINT_URL_SESV2 ?? s.AWS_ENDPOINT_URL) || !s.AWS_ENDPOINT_URL_S3

export const mailConfig = (s: MailSettingValues): MailConfig => ({
  aws: areKeysForMail(s) ? awsAccess(s, s.AWS_ENDPOINT_URL_SESV2 ?? s.AWS_ENDPOINT_URL) : undefined,
  sendgrid: s.SENDGRID_API_KEY
    ? { apiKey: s.SENDGRID_API_KEY, baseUrl: s.SENDGRID_BASE_URL ?? 'https://api.sendgrid.com' }
    : undefined,
  smtp: s.SMTP_URL ? { url: s.SMTP_URL } : undefined,
  default: s.MAIL_DEFAULT,
})

/** The setting of a provider without which it is not configured. */
const providerSettings = {
  AWS: { configured: ({ aws }) => aws, setting: 'AWS_ACCESS_KEY_ID' },
  Sendgrid: { configured: ({ sendgrid }) => sendgrid, setting: 'SENDGRID_API_KEY' },
  SMTP: { configured: ({ smtp }) => smtp, setting: 'SMTP_URL' },
} satisfies Record<MailProvider, { configured: (config: MailConfig) => unknown; setting: string }>

export const isConfigured = (config: MailConfig, provider: MailProvider): boolean =>
  providerSettings[provider].configured(config) !== undefined

export const mailSettingChecks: readonly SettingCheck<MailSettingValues>[] = [
  {
    setting: 'AWS_ACCESS_KEY_ID',
    message: 'is missing beside AWS_ENDPOINT_URL_SESV2',
    isIncomplete: (s) => Boolean(s.AWS_ENDPOINT_URL_SESV2 && !s.AWS_ACCESS_KEY_ID),
  },
  {
    setting: 'SENDGRID_API_KEY',
    message: 'is missing beside SENDGRID_BASE_URL',
    isIncomplete: (s) => Boolean(s.SENDGRID_BASE_URL && !s.SENDGRID_API_KEY),
  },
  {
    setting: 'SMTP_URL',
    message: 'must have a user and a password, because its server is another machine',
    isIncomplete: ({ SMTP_URL: url }) =>
      url !== undefined &&
      URL.canParse(url) &&
      !isLoopbackUrl(url) &&
      !(new URL(url).username && new URL(url).password),
  },
  ...mailProviders.map((provider): SettingCheck<MailSettingValues> => ({
    setting: 'MAIL_DEFAULT',
    message: `is ${provider}, which is not configured: ${providerSettings[provider].setting} is missing`,
    isIncomplete: (s) => s.MAIL_DEFAULT === provider && !isConfigured(mailConfig(s), provider),
  })),
]
