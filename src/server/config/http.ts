import { isIP } from 'node:net'
import {
  httpUrlSetting,
  listSetting,
  textSetting,
  wholeNumberSetting,
  type SettingValues,
} from './setting.ts'

const isProxy = (entry: string) => {
  const [address = '', bits, ...rest] = entry.split('/')
  const known = isIP(address) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits)) && rest.length === 0
  return known || ['loopback', 'linklocal', 'uniquelocal'].includes(entry)
}

export const httpSettings = {
  HOST: textSetting('127.0.0.1'),
  PORT: wholeNumberSetting(3000, 0, 65535),
  PUBLIC_URL: httpUrlSetting,
  SESSION_IDLE_MINUTES: wholeNumberSetting(120, 1, 720),
  TRUST_PROXY: listSetting(isProxy, 'must be addresses or ranges such as 10.0.0.0/8, separated by commas'),
}

export interface HttpConfig {
  host: string
  port: number
  /** Where links in mails lead; no slash at its end. */
  publicUrl: string
  /** Visitors and members come by TLS, which a proxy in front speaks. */
  isHttps: boolean
  /** A session that is not remembered ends after so long without activity. */
  sessionIdleMinutes: number
  /** Proxies whose X-Forwarded-For counts. */
  trustProxy: string | undefined
}

export function httpConfig(s: SettingValues<typeof httpSettings>): HttpConfig {
  const publicUrl = (s.PUBLIC_URL ?? `http://${s.HOST}:${s.PORT}`).replace(/(?<!\/)\/+$/, '')
  return {
    host: s.HOST,
    port: s.PORT,
    publicUrl,
    isHttps: publicUrl.startsWith('https:'),
    sessionIdleMinutes: s.SESSION_IDLE_MINUTES,
    trustProxy: s.TRUST_PROXY,
  }
}
