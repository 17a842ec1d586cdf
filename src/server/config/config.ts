import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import {
  bucketConfig,
  completeMailSettings,
  hooksConfig,
  mailConfig,
  mailSettings,
  type BucketConfig,
  type HooksConfig,
  type MailConfig,
} from './mail.ts'

/** A wrong setting: the start ends with its one line, which names the setting. */
export class SettingError extends Error {}

const number = (fallback: number, least: number, most: number) =>
  z._default(
    z.coerce
      .number(`must be a number from ${least} to ${most}`)
      .check(
        z.int(`must be a whole number`),
        z.minimum(least, `must be at least ${least}`),
        z.maximum(most, `must be at most ${most}`),
      ),
    fallback,
  )
const text = (fallback: string) => z._default(z.string().check(z.minLength(1, 'must not be empty')), fallback)
const optionalText = z.optional(z.string().check(z.minLength(1, 'must not be empty')))
const isProxy = (entry: string) => {
  const [address = '', bits, ...rest] = entry.split('/')
  const known = isIP(address) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits)) && rest.length === 0
  return known || ['loopback', 'linklocal', 'uniquelocal'].includes(entry)
}
const keyPattern = /^[\w-]+:[A-Za-z0-9+/]{43}=$/

const shape = {
  HOST: text('127.0.0.1'),
  PORT: number(3000, 0, 65535),
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })),
  DATA_DIR: text('./data'),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')),
  ),
  DATA_KEYS: z.optional(
    z
      .string()
      .check(
        z.refine(
          (keys) => keys.split(',').every((key) => keyPattern.test(key.trim())),
          'must be id:base64 of 32 bytes, separated by commas',
        ),
      ),
  ),
  PRODUCT_TITLE: text('Pabean – Customs Declaration Desk'),
  PRODUCT_SHORT_TITLE: text('Pabean'),
  SITES_FILE: optionalText,
  INTAKE_KEY: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  SEND_DOMAIN: z._default(
    z.string().check(z.regex(/^[a-z0-9.-]+\.[a-z]{2,}$/i, 'must be a domain name')),
    'mail.pabean.example',
  ),
  ...mailSettings,
  FUTURE_WINDOW_DAYS: number(3, 0, 365),
  TRUST_PROXY: z.optional(
    z
      .string()
      .check(
        z.refine(
          (list) => list.split(',').every((entry) => isProxy(entry.trim())),
          'must be addresses or ranges such as 10.0.0.0/8, separated by commas',
        ),
      ),
  ),
  DEMO: z._default(z.enum(['0', '1'], 'must be 0 or 1'), '1'),
  DEMO_PASSWORD: z.optional(z.string().check(z.minLength(6, 'must have at least 6 characters'))),
  ADMIN_EMAIL: z.optional(z.email('must be an e-mail address')),
  ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(6, 'must have at least 6 characters'))),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'is not a level'),
    'warn',
  ),
}
const settings = z.object(shape).check(...completeMailSettings)

/** Settings as the server uses them (product §10). `publicUrl` has no slash at its end. */
export interface Config {
  host: string
  port: number
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  dataKeys: string | undefined
  title: string
  shortTitle: string
  sitesFile: string | undefined
  intakeKey: string | undefined
  sendDomain: string
  mail: MailConfig
  hooks: HooksConfig
  /** Documents are kept here instead of in a folder. */
  bucket: BucketConfig | undefined
  futureWindowDays: number
  trustProxy: string | undefined
  demo: boolean
  demoPassword: string | undefined
  adminEmail: string | undefined
  adminPassword: string | undefined
  logLevel: string
  /** Under `npm run dev`. */
  development: boolean
}

/** Reads the environment; an empty variable counts as absent. Throws a `SettingError` that names the first wrong one. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = settings.safeParse(given)
  if (!read.success) {
    const issue = read.error.issues[0]
    throw new SettingError(`${issue?.path.join('.')} ${issue?.message}`)
  }
  const s = read.data
  return {
    host: s.HOST,
    port: s.PORT,
    publicUrl: (s.PUBLIC_URL ?? `http://${s.HOST}:${s.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(s.DATA_DIR),
    databaseUrl: s.DATABASE_URL,
    dataKeys: s.DATA_KEYS,
    title: s.PRODUCT_TITLE,
    shortTitle: s.PRODUCT_SHORT_TITLE,
    sitesFile: s.SITES_FILE,
    intakeKey: s.INTAKE_KEY,
    sendDomain: s.SEND_DOMAIN,
    mail: mailConfig(s),
    hooks: hooksConfig(s),
    bucket: bucketConfig(s),
    futureWindowDays: s.FUTURE_WINDOW_DAYS,
    trustProxy: s.TRUST_PROXY,
    demo: s.DEMO === '1',
    demoPassword: s.DEMO_PASSWORD,
    adminEmail: s.ADMIN_EMAIL,
    adminPassword: s.ADMIN_PASSWORD,
    logLevel: s.LOG_LEVEL,
    development: env.NODE_ENV === 'development',
  }
}
