import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig, type AwsAccess } from './config.ts'
import { SettingError, settings } from './settings.ts'

test('without any setting: the documented defaults (product §10)', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    databaseUrl: undefined,
    migrationDatabaseUrl: undefined,
    title: 'Pabean – Customs Declaration Desk',
    shortTitle: 'Pabean',
    sendDomain: 'mail.pabean.example',
    schedule: { windowDays: 3, promiseHours: { standard: 24, priority: 4 } },
    retention: { detailsDays: 180, evidenceDays: 548 },
    demo: true,
    mail: { aws: undefined, sendgrid: undefined, smtp: undefined, default: undefined },
    hooks: {
      snsTopics: [],
      snsEndpoint: undefined,
      sendgridKeys: [],
      inboundKey: undefined,
      inboundBucket: undefined,
    },
    bucket: undefined,
    watching: { metrics: undefined, drainSeconds: 0 },
  })
})

test('docs/settings.md has every setting with its default', () => {
  const defaults: Record<string, string | number | undefined> = settings.parse({})
  const rows = [
    ...readFileSync('docs/settings.md', 'utf8').matchAll(/^\| (`[A-Z][A-Z0-9_`, ]+) \| .* \| (.*) \|$/gm),
  ].flatMap(([, names = '', fallback = '']) =>
    [...names.matchAll(/\w+/g)].map(([name]) => ({ name, fallback })),
  )
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(settings.shape).sort())
  for (const { name, fallback } of rows)
    if (defaults[name] !== undefined) expect(fallback, name).toContain(`\`${defaults[name]}\``)
})

test('an empty variable counts as absent; the public address loses its last slash', () => {
  const config = readConfig({ PORT: '', HOST: '0.0.0.0', PUBLIC_URL: 'https://desk.example/' })
  expect(config).toMatchObject({ port: 3000, host: '0.0.0.0', publicUrl: 'https://desk.example' })
})

const webhookKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64')
const awsKeys = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 's3cret' }

test('mail providers, hooks and bucket, each by its settings', () => {
  const { mail, hooks, bucket } = readConfig({
    ...awsKeys,
    AWS_ENDPOINT_URL_SESV2: 'http://127.0.0.1:8005',
    AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:4568',
    AWS_SNS_TOPICS: 'arn:aws:sns:eu-central-1:123456789012:mail, arn:aws:sns:eu-central-1:123456789012:in',
    SENDGRID_API_KEY: 'SG.key',
    SENDGRID_WEBHOOK_KEY: webhookKey(),
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_DEFAULT: 'SMTP',
    INBOUND_KEY: '0123456789abcdef',
    S3_BUCKET: 'documents',
  })
  const credentials = { accessKeyId: 'AKIA', secretAccessKey: 's3cret' }
  expect(mail).toEqual({
    aws: { region: 'eu-central-1', credentials, endpoint: 'http://127.0.0.1:8005' },
    sendgrid: { apiKey: 'SG.key', baseUrl: 'https://api.sendgrid.com' },
    smtp: { url: 'smtp://127.0.0.1:2525', isVerp: false },
    default: 'SMTP',
  })
  expect(hooks).toMatchObject({
    snsTopics: ['arn:aws:sns:eu-central-1:123456789012:mail', 'arn:aws:sns:eu-central-1:123456789012:in'],
    inboundKey: '0123456789abcdef',
  })
  expect(hooks.sendgridKeys.map((key) => key.asymmetricKeyType)).toEqual(['ec'])
  expect(bucket).toMatchObject({ bucket: 'documents', endpoint: 'http://127.0.0.1:4568', credentials })
})

test("keys of another maker's bucket are none for Amazon's mail; a region alone is nothing", () => {
  const elsewhere = { ...awsKeys, S3_BUCKET: 'documents', AWS_ENDPOINT_URL_S3: 'https://s3.example' }
  expect(readConfig(elsewhere).mail.aws).toBeUndefined()
  expect(readConfig({ ...awsKeys, S3_BUCKET: 'documents' }).mail.aws).toBeDefined()
  expect(readConfig({ AWS_REGION: 'eu-central-1' }).mail.aws).toBeUndefined()
})

test('documents, mail and backups may be at three makers, each with its own keys, region and address', () => {
  const ownKeys = (service: string, region: string) => ({
    [`${service}_REGION`]: region,
    [`${service}_ACCESS_KEY_ID`]: `key of ${service}`,
    [`${service}_SECRET_ACCESS_KEY`]: 's3cret',
  })
  const config = readConfig({
    ...ownKeys('S3', 'auto'),
    S3_BUCKET: 'documents',
    AWS_ENDPOINT_URL_S3: 'https://r2.example',
    ...ownKeys('SES', 'eu-central-1'),
    ...ownKeys('BACKUP', 'hel1'),
    BACKUP_TO: 's3://backups/pabean',
    BACKUP_KEY: Buffer.alloc(32).toString('base64'),
    BACKUP_ENDPOINT_URL: 'https://hel1.example',
  })
  const shown = (access: AwsAccess | undefined) =>
    access && [access.credentials.accessKeyId, access.region, access.endpoint]
  expect([config.bucket, config.mail.aws, config.backup.access].map(shown)).toEqual([
    ['key of S3', 'auto', 'https://r2.example'],
    ['key of SES', 'eu-central-1', undefined],
    ['key of BACKUP', 'hel1', 'https://hel1.example'],
  ])
  const shared = readConfig({ ...awsKeys, S3_BUCKET: 'documents', SES_REGION: 'us-east-1' })
  expect([shared.bucket, shared.mail.aws, shared.backup.access].map(shown)).toEqual([
    ['AKIA', 'eu-central-1', undefined],
    ['AKIA', 'us-east-1', undefined],
    ['AKIA', 'eu-central-1', undefined],
  ])
})

const servicesBy = (scheme: string): Record<string, string> => ({
  ...awsKeys,
  S3_BUCKET: 'documents',
  SENDGRID_API_KEY: 'SG.key',
  ...Object.fromEntries(
    ['', '_SESV2', '_S3', '_SNS'].map((service) => [`AWS_ENDPOINT_URL${service}`, `${scheme}://aws.example`]),
  ),
  SENDGRID_BASE_URL: `${scheme}://sendgrid.example`,
})

test('a connection to another machine may be without TLS where a setting says so, or on this machine', () => {
  const remote = 'postgresql://user:secret@db.example/pabean'
  for (const env of [
    servicesBy('https'),
    { ...servicesBy('http'), DATABASE_URL: remote, ALLOW_INSECURE_CONNECTIONS: '1' },
    { DATABASE_URL: `${remote}?sslmode=verify-full` },
    { DATABASE_URL: 'postgresql://user@127.0.0.1:5432/pabean' },
    { DATABASE_URL: 'postgresql://user@[::1]/pabean' },
    { DATABASE_URL: 'postgresql:///pabean?host=/run/postgresql' },
  ])
    expect(() => readConfig(env)).not.toThrow()
})

test('where documents are kept, and where they are read besides', () => {
  const documentsWith = (env: Record<string, string>) => readConfig({ ...awsKeys, ...env }).documents
  expect(documentsWith({})).toEqual({ keptIn: 'folder', alsoIn: undefined })
  const bucket = { S3_BUCKET: 'documents' }
  expect(documentsWith(bucket)).toEqual({ keptIn: 'bucket', alsoIn: undefined })
  expect(documentsWith({ ...bucket, DOCUMENTS_ALSO_IN: 'folder' })).toEqual({
    keptIn: 'bucket',
    alsoIn: 'folder',
  })
  expect(documentsWith({ ...bucket, DOCUMENTS_ALSO_IN: 'bucket' })).toEqual({
    keptIn: 'folder',
    alsoIn: 'bucket',
  })
})

test.each<[Record<string, string>, string]>([
  [{ PORT: 'abc' }, 'PORT must be a number from 0 to 65535'],
  [{ PORT: '70000' }, 'PORT must be at most 65535'],
  [{ PORT: '1.5' }, 'PORT must be a whole number'],
  [{ PUBLIC_URL: 'desk.example' }, 'PUBLIC_URL must be an http or https address'],
  [{ PUBLIC_URL: 'https://desk.example/pabean' }, 'PUBLIC_URL must have no path'],
  [{ PUBLIC_URL: 'https://desk.example?x' }, 'PUBLIC_URL must have no query and no fragment'],
  [{ PUBLIC_URL: 'https://me:secret@desk.example' }, 'PUBLIC_URL must have no user and no password'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// or postgresql://'],
  [{ DOCUMENTS_ALSO_IN: 'disk' }, 'DOCUMENTS_ALSO_IN must be folder or bucket'],
  [{ DOCUMENTS_ALSO_IN: 'folder' }, 'S3_BUCKET is missing beside DOCUMENTS_ALSO_IN'],
  [
    { DNS_SERVERS: '192.0.2.1,ns.example' },
    'DNS_SERVERS must be addresses of DNS servers, separated by commas',
  ],
  [{ DKIM_SELECTORS: 's1._domainkey.,' }, 'DKIM_SELECTORS must be selectors, separated by commas'],
  [{ CLAMD: 'clamd' }, 'CLAMD must be host:port or the path of a socket'],
  [{ CLAMD: 'clamd:70000' }, 'CLAMD must be host:port or the path of a socket'],
  [{ MIGRATION_DATABASE_URL: 'postgres://x/y' }, 'DATABASE_URL is missing beside MIGRATION_DATABASE_URL'],
  [{ DATA_KEYS: 'k1:short' }, 'DATA_KEYS must be id:base64 of 32 bytes, separated by commas'],
  [
    { DATA_KEYS: `k1:${'A'.repeat(43)}=,k1:${'B'.repeat(43)}=` },
    'DATA_KEYS must have another id for each key',
  ],
  [{ INTAKE_KEY: 'short' }, 'INTAKE_KEY must have at least 16 characters'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters, and no spaces'],
  [{ METRICS_PORT: '9464' }, 'METRICS_TOKEN is missing beside METRICS_PORT'],
  [{ METRICS_PORT: '70000' }, 'METRICS_PORT must be at most 65535'],
  [{ DRAIN_SECONDS: '6' }, 'DRAIN_SECONDS must be at most 5'],
  [{ SEND_DOMAIN: 'no domain' }, 'SEND_DOMAIN must be a domain name'],
  [{ BOUNCES: 'verp' }, 'SMTP_URL is missing beside BOUNCES'],
  [{ BOUNCES: 'yes', SMTP_URL: 'smtp://127.0.0.1:25' }, 'BOUNCES must be verp'],
  [{ FUTURE_WINDOW_DAYS: '-1' }, 'FUTURE_WINDOW_DAYS must be at least 0'],
  [
    { DISPUTE_FEE: 'USD 15, USD 20' },
    'DISPUTE_FEE must be fees such as USD 15, one a currency, separated by commas',
  ],
  [{ DEMO: 'yes' }, 'DEMO must be 0 or 1'],
  [{ ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL must be an e-mail address'],
  [
    { TRUST_PROXY: 'proxy.local' },
    'TRUST_PROXY must be addresses or ranges such as 10.0.0.0/8, separated by commas',
  ],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is not a level'],
  [{ MAIL_DEFAULT: 'Pigeon' }, 'MAIL_DEFAULT must be AWS, Sendgrid, SMTP'],
  [
    { MAIL_DEFAULT: 'Sendgrid', SMTP_URL: 'smtp://127.0.0.1' },
    'MAIL_DEFAULT is Sendgrid, which is not configured: SENDGRID_API_KEY is missing',
  ],
  [{ ...awsKeys, AWS_SECRET_ACCESS_KEY: '' }, 'AWS_SECRET_ACCESS_KEY is missing beside AWS_ACCESS_KEY_ID'],
  [
    { ...awsKeys, AWS_ACCESS_KEY_ID: '' },
    'AWS_ACCESS_KEY_ID is missing beside AWS_SECRET_ACCESS_KEY or AWS_SESSION_TOKEN',
  ],
  [{ SES_ACCESS_KEY_ID: 'AKIA' }, 'SES_SECRET_ACCESS_KEY is missing beside SES_ACCESS_KEY_ID'],
  [
    { S3_BUCKET: 'documents', S3_ACCESS_KEY_ID: 'R2', S3_SECRET_ACCESS_KEY: 's3cret' },
    'S3_REGION is missing beside S3_ACCESS_KEY_ID',
  ],
  [{ ...awsKeys, S3_ENDPOINT_URL: 'https://r2.example' }, 'S3_BUCKET is missing beside S3_ENDPOINT_URL'],
  [{ ...awsKeys, AWS_REGION: '' }, 'AWS_REGION is missing beside AWS_ACCESS_KEY_ID'],
  [{ AWS_REGION: 'Frankfurt (Main)' }, 'AWS_REGION must be a region such as eu-central-1'],
  [
    { AWS_ENDPOINT_URL_SESV2: 'http://127.0.0.1:1' },
    'AWS_ACCESS_KEY_ID is missing beside AWS_ENDPOINT_URL_SESV2',
  ],
  [{ AWS_ENDPOINT_URL_SESV2: 'ses' }, 'AWS_ENDPOINT_URL_SESV2 must be an http or https address'],
  [{ SENDGRID_BASE_URL: 'http://127.0.0.1:1' }, 'SENDGRID_API_KEY is missing beside SENDGRID_BASE_URL'],
  [
    { SENDGRID_WEBHOOK_KEY: 'bm8ga2V5' },
    "SENDGRID_WEBHOOK_KEY must be the webhooks' public keys in base64, separated by commas",
  ],
  [{ SMTP_URL: 'mail' }, 'SMTP_URL must be an smtp or smtps address'],
  [{ SMTP_URL: 'http://127.0.0.1' }, 'SMTP_URL must be an smtp or smtps address'],
  [{ AWS_SNS_TOPICS: 'mail' }, 'AWS_SNS_TOPICS must be topic ARNs, separated by commas'],
  [{ INBOUND_KEY: 'short' }, 'INBOUND_KEY must have at least 16 letters, digits, - or _'],
  [
    { STRIPE_WEBHOOK_SECRETS: 'whsec_0123456789abcdef, sk_live' },
    "STRIPE_WEBHOOK_SECRETS must be the webhooks' secrets (whsec_…), separated by commas",
  ],
  [{ S3_BUCKET: 'documents' }, 'AWS_ACCESS_KEY_ID is missing beside S3_BUCKET'],
  [{ AWS_INBOUND_BUCKET: 'mails' }, 'AWS_ACCESS_KEY_ID is missing beside AWS_INBOUND_BUCKET'],
  [{ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }, 'S3_BUCKET is missing beside AWS_ENDPOINT_URL_S3'],
  ...['', '?sslmode=disable', '?sslmode=no-verify', '?uselibpqcompat=true&sslmode=require'].map(
    (query): [Record<string, string>, string] => [
      { DATABASE_URL: `postgresql://user:secret@db.example/pabean${query}` },
      'DATABASE_URL leads to another machine without verified TLS: add sslmode=verify-full, or set ' +
        'ALLOW_INSECURE_CONNECTIONS=1 within a private network',
    ],
  ),
  [
    { DATABASE_URL: 'postgresql://localhost/pabean?host=10.0.0.5' },
    'DATABASE_URL leads to another machine without verified TLS: add sslmode=verify-full, or set ' +
      'ALLOW_INSECURE_CONNECTIONS=1 within a private network',
  ],
  [
    {
      DATABASE_URL: 'postgresql://localhost/pabean',
      MIGRATION_DATABASE_URL: 'postgresql://owner:secret@db.example/pabean',
    },
    'MIGRATION_DATABASE_URL leads to another machine without verified TLS: add sslmode=verify-full, or set ' +
      'ALLOW_INSECURE_CONNECTIONS=1 within a private network',
  ],
  [
    { CLAMD: 'scanner.example:3310' },
    'CLAMD leads to another machine without TLS, which clamd does not speak: run it on this one, or set ' +
      'ALLOW_INSECURE_CONNECTIONS=1 within a private network',
  ],
  ...Object.entries(servicesBy('http')).flatMap(([setting, url]): [Record<string, string>, string][] =>
    url.startsWith('http:')
      ? [
          [
            { ...servicesBy('https'), [setting]: url },
            `${setting} leads to another machine without TLS: use https, or set ALLOW_INSECURE_CONNECTIONS=1 within a private network`,
          ],
        ]
      : [],
  ),
  [{ ALLOW_INSECURE_CONNECTIONS: 'yes' }, 'ALLOW_INSECURE_CONNECTIONS must be 0 or 1'],
])('%o is refused in one line', (env, message) => {
  expect(() => readConfig(env)).toThrow(new SettingError(message))
})
