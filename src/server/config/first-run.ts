import * as z from 'zod/mini'
import { flag, password, type Values } from './setting.ts'

export const firstRunSettings = {
  DEMO: flag('1'),
  DEMO_PASSWORD: password,
  ADMIN_EMAIL: z.optional(z.email('must be an e-mail address')),
  ADMIN_PASSWORD: password,
}

/** What an empty database begins with (product §10, first run). */
export interface FirstRunConfig {
  demo: boolean
  demoPassword: string | undefined
  adminEmail: string | undefined
  adminPassword: string | undefined
}

export const firstRunConfig = (s: Values<typeof firstRunSettings>): FirstRunConfig => ({
  demo: s.DEMO === '1',
  demoPassword: s.DEMO_PASSWORD,
  adminEmail: s.ADMIN_EMAIL,
  adminPassword: s.ADMIN_PASSWORD,
})
