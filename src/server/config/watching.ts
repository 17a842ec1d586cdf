import * as z from 'zod/mini'
import { textSetting, wholeNumberSetting, type SettingCheck, type SettingValues } from './setting.ts'

/** How whoever runs it watches it (product §10). */
export const watchingSettings = {
  METRICS_TOKEN: z.optional(
    z.string().check(z.regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters, and no spaces')),
  ),
  METRICS_PORT: z.optional(
    z.coerce
      .number('must be a number from 0 to 65535')
      .check(
        z.int('must be a whole number'),
        z.minimum(0, 'must be at least 0'),
        z.maximum(65_535, 'must be at most 65535'),
      ),
  ),
  METRICS_HOST: textSetting('127.0.0.1'),
  DRAIN_SECONDS: wholeNumberSetting(0, 0, 5),
}
type WatchingSettingValues = SettingValues<typeof watchingSettings>

interface MetricsConfig {
  /** The bearer token that reads them. */
  token: string
  /** An address of their own; undefined: `/metrics` of the server itself. */
  own: { host: string; port: number } | undefined
}

export interface WatchingConfig {
  /** Undefined: there are none. */
  metrics: MetricsConfig | undefined
  /** It goes on serving so long after it is told to stop, and says that it is not ready. */
  drainSeconds: number
}

export const watchingConfig = (s: WatchingSettingValues): WatchingConfig => ({
  metrics:
    s.METRICS_TOKEN === undefined
      ? undefined
      : {
          token: s.METRICS_TOKEN,
          own: s.METRICS_PORT === undefined ? undefined : { host: s.METRICS_HOST, port: s.METRICS_PORT },
        },
  drainSeconds: s.DRAIN_SECONDS,
})

export const watchingSettingChecks: readonly SettingCheck<WatchingSettingValues>[] = [
  {
    setting: 'METRICS_TOKEN',
    message: 'is missing beside METRICS_PORT',
    isIncomplete: (s) => s.METRICS_PORT !== undefined && s.METRICS_TOKEN === undefined,
  },
]
