import { expect, test } from 'vitest'
import { readConfig, SettingError } from './config.ts'

test('without any setting: the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    databaseUrl: undefined,
    title: 'Pabean – Customs Declaration Desk',
    shortTitle: 'Pabean',
    sendDomain: 'mail.pabean.example',
    futureWindowDays: 3,
    demo: true,
  })
})

test('an empty variable counts as absent; the public address loses its last slash', () => {
  const config = readConfig({ PORT: '', HOST: '0.0.0.0', PUBLIC_URL: 'https://desk.example/' })
  expect(config).toMatchObject({ port: 3000, host: '0.0.0.0', publicUrl: 'https://desk.example' })
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a number from 0 to 65535'],
  [{ PORT: '70000' }, 'PORT must be at most 65535'],
  [{ PORT: '1.5' }, 'PORT must be a whole number'],
  [{ PUBLIC_URL: 'desk.example' }, 'PUBLIC_URL must be an http or https address'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// or postgresql://'],
  [{ DATA_KEYS: 'k1:short' }, 'DATA_KEYS must be id:base64 of 32 bytes, separated by commas'],
  [{ INTAKE_KEY: 'short' }, 'INTAKE_KEY must have at least 16 characters'],
  [{ SEND_DOMAIN: 'no domain' }, 'SEND_DOMAIN must be a domain name'],
  [{ FUTURE_WINDOW_DAYS: '-1' }, 'FUTURE_WINDOW_DAYS must be at least 0'],
  [{ DEMO: 'yes' }, 'DEMO must be 0 or 1'],
  [{ ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL must be an e-mail address'],
  [
    { TRUST_PROXY: 'proxy.local' },
    'TRUST_PROXY must be addresses or ranges such as 10.0.0.0/8, separated by commas',
  ],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is not a level'],
])('%o is refused in one line', (env, message) => {
  expect(() => readConfig(env)).toThrow(new SettingError(message))
})
