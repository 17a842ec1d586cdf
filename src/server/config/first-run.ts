import * as z from 'zod/mini'
import { httpConfig, type httpSettings } from './http.ts'
import { passwordSetting, type SettingValues } from './setting.ts'

export const firstRunSettings = {
  DEMO: z.optional(z.enum(['0', '1'], 'must be 0 or 1')),
  DEMO_PASSWORD: passwordSetting,
  ADMIN_EMAIL: z.optional(z.email('must be an e-mail address')),
  ADMIN_PASSWORD: passwordSetting,
}

/** What an empty database begins with (product §10, first run). */
export interface FirstRunConfig {
  demo: boolean
  demoPassword: string | undefined
  adminEmail: string | undefined
  adminPassword: string | undefined
}

/** A server that the world reaches by https begins empty unless the demo is asked for. */
export const firstRunConfig = (
  s: SettingValues<typeof firstRunSettings & typeof httpSettings>,
): FirstRunConfig => ({
  demo: (s.DEMO ?? (httpConfig(s).isHttps ? '0' : '1')) === '1',
  demoPassword: s.DEMO_PASSWORD,
  adminEmail: s.ADMIN_EMAIL,
  adminPassword: s.ADMIN_PASSWORD,
})
