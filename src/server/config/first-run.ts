import * as z from 'zod/mini'
import { flagSetting, passwordSetting, type SettingValues } from './setting.ts'

export const firstRunSettings = {
  DEMO: flagSetting('1'),
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

export const firstRunConfig = (s: SettingValues<typeof firstRunSettings>): FirstRunConfig => ({
  demo: s.DEMO === '1',
  demoPassword: s.DEMO_PASSWORD,
  adminEmail: s.ADMIN_EMAIL,
  adminPassword: s.ADMIN_PASSWORD,
})
