import { createPublicKey, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { domainToASCII } from 'node:url'
import * as z from 'zod/mini'
import { mailProviders } from '#contract/messages.ts'

/** A setting is not valid: the server exits with this message, which names the setting. */
export class SettingError extends Error {}

type Rule = readonly [isMet: (text: string) => boolean, message: string]

const textBy = (...rules: readonly Rule[]) =>
  z.string().check(...rules.map(([isMet, message]) => z.refine<string>(isMet, message)))
const textLike = (pattern: RegExp, message: string) => textBy([(text) => pattern.test(text), message])
const text = textBy([(value) => value !== '', 'must not be empty'])
const textOf = (length: number) =>
  textBy([(value) => value.length >= length, `must have at least ${length} characters`])

const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number(`must be a number from ${min} to ${max}`)
    .check(
      z.int('must be a whole number'),
      z.minimum(min, `must be at least ${min}`),
      z.maximum(max, `must be at most ${max}`),
    )
const port = wholeNumber(0, 65_535)
const flag = z.enum(['0', '1'], 'must be 0 or 1')

const url = (protocol: RegExp, error: string) => z.url({ protocol, error })
const httpUrl = url(/^https?$/, 'must be an http or https address')

const urlParts = {
  pathname: 'path',
  search: 'query',
  hash: 'fragment',
  username: 'user',
  password: 'password',
} as const
const lacks = (...parts: (keyof typeof urlParts)[]) =>
  z.refine<string>(
    (text) => !URL.canParse(text) || parts.every((part) => ['', '/'].includes(new URL(text)[part])),
    `must have no ${parts.map((part) => urlParts[part]).join(' and no ')}`,
  )
/** The pages and their files stand at the root of the address. */
const publicUrl = httpUrl.check(lacks('pathname'), lacks('search', 'hash'), lacks('username', 'password'))
const postgresUrl = textLike(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')

export const isLoopbackHost = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host)
export const isLoopbackUrl = (address: string): boolean => isLoopbackHost(new URL(address).hostname)

export const splitList = (list: string): string[] => list.split(',').map((item) => item.trim())
const listOf = (isItem: (item: string) => boolean, message: string) =>
  textBy([(list) => splitList(list).every(isItem), message])
const listLike = (pattern: RegExp, message: string) => listOf((item) => pattern.test(item), message)

const isProxy = (entry: string) => {
  const [address = '', bits, ...rest] = entry.split('/')
  const isRange = isIP(address) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits)) && rest.length === 0
  return isRange || ['loopback', 'linklocal', 'uniquelocal'].includes(entry)
}

/** An address, with a port where it is not 53: `192.0.2.1`, `192.0.2.1:5353`, `[2001:db8::1]:5353`. */
const isNameServer = (entry: string) => {
  const bare = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i.exec(entry)
  return isIP(bare?.[1] ?? bare?.[2] ?? entry) !== 0
}

/** Fees by currency: `USD 15, EUR 20`. Undefined where one is no fee, or a currency has two. */
export function parseFees(list: string): ReadonlyMap<string, number> | undefined {
  const fees = splitList(list).map((item) => /^([A-Z]{3}) (\d{1,6}(?:\.\d{1,2})?)$/.exec(item))
  const byCurrency = new Map(fees.flatMap((fee) => (fee?.[1] ? [[fee[1], Number(fee[2])] as const] : [])))
  return byCurrency.size === fees.length ? byCurrency : undefined
}

/** clamd's address: a socket of this machine, or a port. */
export type ScannerAddress = { path: string } | { host: string; port: number }

export function parseScannerAddress(address: string): ScannerAddress | undefined {
  if (address.startsWith('/')) return { path: address }
  const [, literal, name, digits] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(address) ?? []
  const host = literal ?? name
  const number = Number(digits)
  return host !== undefined && number > 0 && number < 65_536 ? { host, port: number } : undefined
}

/** The public key of SendGrid's signed webhooks, from SendGrid's base64 of its DER. */
export function parseWebhookKey(base64: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ec' ? key : undefined
  } catch {
    return undefined
  }
}

const dataKey = /^[\w-]{1,64}:[A-Za-z0-9+/]{43}=$/
export const dataKeyId = (key: string): string => key.slice(0, key.indexOf(':'))

const dataKeyRules: readonly Rule[] = [
  [
    (keys) => splitList(keys).every((key) => dataKey.test(key)),
    'must be id:base64 of 32 bytes, separated by commas',
  ],
  [
    (keys) => new Set(splitList(keys).map(dataKeyId)).size === splitList(keys).length,
    'must have another id for each key',
  ],
]
const backupKeyRule: Rule = [
  (key) => /^[A-Za-z0-9+/]{43}=$/.test(key),
  'must be base64 of 32 bytes: npm run cli -- backup --new-key makes one',
]

/** The fault of a value, in words that follow its name. */
const faultOf = (value: string, rules: readonly Rule[]) => rules.find(([isMet]) => !isMet(value))?.[1]
export const faultOfDataKeys = (keys: string) => faultOf(keys, dataKeyRules)
export const faultOfBackupKey = (key: string) => faultOf(key, [backupKeyRule])

export type BackupAddress = { folder: string } | { bucket: string; prefix: string }

/** Undefined where the address is neither an absolute folder nor `s3://bucket/prefix`. */
export function parseBackupAddress(address: string): BackupAddress | undefined {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(address) ?? []
  if (bucket) return { bucket, prefix: prefix && `${prefix.replace(/(?<!\/)\/+$/, '')}/` }
  return address.startsWith('/') ? { folder: resolve(address) } : undefined
}

/** Services that may have keys, region and endpoint of their own; what they lack is that of `AWS_`. */
export const awsServices = ['S3', 'SES', 'BACKUP'] as const
export type AwsService = (typeof awsServices)[number]

const region = textLike(/^[a-z0-9-]+$/, 'must be a region such as eu-central-1')
const bucketName = textLike(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is no bucket name')
export const storePlaces = ['folder', 'bucket'] as const
export type StorePlace = (typeof storePlaces)[number]

/** Every setting, in reporting order; docs/settings.md describes them. */
export const settings = z.object({
  HOST: z._default(text, '127.0.0.1'),
  PORT: z._default(port, 3000),
  PUBLIC_URL: z.optional(publicUrl),
  SESSION_IDLE_MINUTES: z._default(wholeNumber(1, 720), 120),
  TRUST_PROXY: z.optional(
    listOf(isProxy, 'must be addresses or ranges such as 10.0.0.0/8, separated by commas'),
  ),

  DATA_DIR: z._default(text, './data'),
  DATABASE_URL: z.optional(postgresUrl),
  DATABASE_POOL: z._default(wholeNumber(4, 200), 12),
  MIGRATION_DATABASE_URL: z.optional(postgresUrl),
  READ_DATABASE_URL: z.optional(postgresUrl),
  DATA_KEYS: z.optional(textBy(...dataKeyRules)),

  PRODUCT_TITLE: z._default(text, 'Pabean – Customs Declaration Desk'),
  PRODUCT_SHORT_TITLE: z._default(text, 'Pabean'),
  SITES_FILE: z.optional(text),
  INTAKE_KEY: z.optional(textOf(16)),
  FUTURE_WINDOW_DAYS: z._default(wholeNumber(0, 365), 3),
  STANDARD_HOURS: z._default(wholeNumber(1, 720), 24),
  PRIORITY_HOURS: z._default(wholeNumber(1, 720), 4),
  REFUND_DAYS: z._default(wholeNumber(1, 60), 5),
  DISPUTE_FEE: z.optional(
    textBy([
      (list) => parseFees(list) !== undefined,
      'must be fees such as USD 15, one a currency, separated by commas',
    ]),
  ),
  RETENTION_DETAILS_DAYS: z._default(wholeNumber(1, 36_500), 180),
  RETENTION_EVIDENCE_DAYS: z._default(wholeNumber(1, 36_500), 548),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'is not a level'),
    'warn',
  ),

  DEMO: z.optional(flag),
  DEMO_PASSWORD: z.optional(textOf(6)),
  ADMIN_EMAIL: z.optional(z.email('must be an e-mail address')),
  ADMIN_PASSWORD: z.optional(textOf(6)),

  AWS_REGION: z.optional(region),
  AWS_ACCESS_KEY_ID: z.optional(text),
  AWS_SECRET_ACCESS_KEY: z.optional(text),
  AWS_SESSION_TOKEN: z.optional(text),
  AWS_ENDPOINT_URL: z.optional(httpUrl),

  S3_BUCKET: z.optional(bucketName),
  S3_REGION: z.optional(region),
  S3_ACCESS_KEY_ID: z.optional(text),
  S3_SECRET_ACCESS_KEY: z.optional(text),
  S3_ENDPOINT_URL: z.optional(httpUrl),
  AWS_ENDPOINT_URL_S3: z.optional(httpUrl),
  DOCUMENTS_ALSO_IN: z.optional(z.enum(storePlaces, `must be ${storePlaces.join(' or ')}`)),

  BACKUP_TO: z.optional(
    textBy([
      (address) => parseBackupAddress(address) !== undefined,
      'must be an absolute folder or s3://bucket/prefix',
    ]),
  ),
  BACKUP_REGION: z.optional(region),
  BACKUP_ACCESS_KEY_ID: z.optional(text),
  BACKUP_SECRET_ACCESS_KEY: z.optional(text),
  BACKUP_ENDPOINT_URL: z.optional(httpUrl),
  BACKUP_KEY: z.optional(textBy(backupKeyRule)),
  BACKUP_EVERY_HOURS: z._default(wholeNumber(0, 24 * 7), 24),
  BACKUP_KEEP_DAYS: z._default(wholeNumber(1, 3650), 30),

  SEND_DOMAIN: z._default(
    textBy([
      (domain) => /^[a-z0-9.-]+\.(xn--[a-z0-9-]+|[a-z]{2,})$/.test(domainToASCII(domain)),
      'must be a domain name',
    ]),
    'mail.pabean.example',
  ),
  MAIL_DEFAULT: z.optional(z.enum(mailProviders, `must be ${mailProviders.join(', ')}`)),
  SES_REGION: z.optional(region),
  SES_ACCESS_KEY_ID: z.optional(text),
  SES_SECRET_ACCESS_KEY: z.optional(text),
  SES_ENDPOINT_URL: z.optional(httpUrl),
  AWS_ENDPOINT_URL_SESV2: z.optional(httpUrl),
  SENDGRID_API_KEY: z.optional(text),
  SENDGRID_BASE_URL: z.optional(httpUrl),
  SMTP_URL: z.optional(url(/^smtps?$/, 'must be an smtp or smtps address')),
  BOUNCES: z.optional(z.enum(['verp'], 'must be verp')),

  AWS_ENDPOINT_URL_SNS: z.optional(httpUrl),
  AWS_SNS_SIGNATURE_V1: z._default(flag, '0'),
  AWS_SNS_TOPICS: z.optional(
    listLike(
      /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w.-]{1,256}$/,
      'must be topic ARNs, separated by commas',
    ),
  ),
  SENDGRID_WEBHOOK_KEY: z.optional(
    listOf(
      (key) => parseWebhookKey(key) !== undefined,
      "must be the webhooks' public keys in base64, separated by commas",
    ),
  ),
  INBOUND_KEY: z.optional(textLike(/^[\w-]{16,}$/, 'must have at least 16 letters, digits, - or _')),
  AWS_INBOUND_BUCKET: z.optional(bucketName),
  STRIPE_WEBHOOK_SECRETS: z.optional(
    listLike(/^whsec_[\w+/=-]{16,}$/, "must be the webhooks' secrets (whsec_…), separated by commas"),
  ),

  OFFICIAL_SENDERS: z.optional(
    listLike(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be domains, separated by commas'),
  ),
  OFFICIAL_AUTOSEND: z._default(flag, '0'),

  CLAMD: z.optional(
    textBy([
      (address) => parseScannerAddress(address) !== undefined,
      'must be host:port or the path of a socket',
    ]),
  ),

  METRICS_TOKEN: z.optional(
    textLike(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters, and no spaces'),
  ),
  METRICS_PORT: z.optional(port),
  METRICS_HOST: z._default(text, '127.0.0.1'),
  DRAIN_SECONDS: z._default(wholeNumber(0, 5), 0),

  ALLOW_INSECURE_CONNECTIONS: z._default(flag, '0'),

  DNS_SERVERS: z.optional(listOf(isNameServer, 'must be addresses of DNS servers, separated by commas')),
  DKIM_SELECTORS: z.optional(
    listLike(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i, 'must be selectors, separated by commas'),
  ),
})
export type Settings = z.output<typeof settings>
