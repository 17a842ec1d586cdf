import * as z from 'zod/mini'
import type { PromiseHours } from '#contract/rules/promise.ts'
import { optionalTextSetting, textSetting, wholeNumberSetting, type SettingValues } from './setting.ts'

export const productSettings = {
  PRODUCT_TITLE: textSetting('Pabean – Customs Declaration Desk'),
  PRODUCT_SHORT_TITLE: textSetting('Pabean'),
  SITES_FILE: optionalTextSetting,
  INTAKE_KEY: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  FUTURE_WINDOW_DAYS: wholeNumberSetting(3, 0, 365),
  STANDARD_HOURS: wholeNumberSetting(24, 1, 720),
  PRIORITY_HOURS: wholeNumberSetting(4, 1, 720),
  RETENTION_DETAILS_DAYS: wholeNumberSetting(180, 1, 36_500),
  RETENTION_EVIDENCE_DAYS: wholeNumberSetting(548, 1, 36_500),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'is not a level'),
    'warn',
  ),
}

/** By which an order's window and promise are worked out. */
export interface ScheduleRules {
  /** Days before travel from which a declaration can be submitted (product §2). */
  windowDays: number
  /** product §12 */
  promiseHours: PromiseHours
}

export interface ProductConfig {
  title: string
  shortTitle: string
  sitesFile: string | undefined
  /** An intake key that always works. */
  intakeKey: string | undefined
  schedule: ScheduleRules
  /** Days after travel until the details of a declaration go, and until everything goes; only once an Admin has turned that on. */
  retention: { detailsDays: number; evidenceDays: number }
  logLevel: string
}

export const productConfig = (s: SettingValues<typeof productSettings>): ProductConfig => ({
  title: s.PRODUCT_TITLE,
  shortTitle: s.PRODUCT_SHORT_TITLE,
  sitesFile: s.SITES_FILE,
  intakeKey: s.INTAKE_KEY,
  schedule: {
    windowDays: s.FUTURE_WINDOW_DAYS,
    promiseHours: { standard: s.STANDARD_HOURS, priority: s.PRIORITY_HOURS },
  },
  retention: { detailsDays: s.RETENTION_DETAILS_DAYS, evidenceDays: s.RETENTION_EVIDENCE_DAYS },
  logLevel: s.LOG_LEVEL,
})
