import * as z from 'zod/mini'
import { httpUrlSetting, optionalTextSetting, type SettingCheck, type SettingValues } from './setting.ts'

/** Keys and region, which mail, notifications and buckets at Amazon share. */
export const awsSettings = {
  AWS_REGION: z.optional(z.string().check(z.regex(/^[a-z0-9-]+$/, 'must be a region such as eu-central-1'))),
  AWS_ACCESS_KEY_ID: optionalTextSetting,
  AWS_SECRET_ACCESS_KEY: optionalTextSetting,
  AWS_SESSION_TOKEN: optionalTextSetting,
  AWS_ENDPOINT_URL: httpUrlSetting,
}

export interface AwsAccess {
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
  /** Where the service is, unless at Amazon. */
  endpoint: string | undefined
}

/** Undefined where region or keys are not set. */
export function awsAccess(
  s: SettingValues<typeof awsSettings>,
  endpoint: string | undefined,
): AwsAccess | undefined {
  if (!s.AWS_REGION || !s.AWS_ACCESS_KEY_ID || !s.AWS_SECRET_ACCESS_KEY) return undefined
  return {
    region: s.AWS_REGION,
    credentials: {
      accessKeyId: s.AWS_ACCESS_KEY_ID,
      secretAccessKey: s.AWS_SECRET_ACCESS_KEY,
      ...(s.AWS_SESSION_TOKEN && { sessionToken: s.AWS_SESSION_TOKEN }),
    },
    endpoint,
  }
}

export const awsSettingChecks: readonly SettingCheck<SettingValues<typeof awsSettings>>[] = [
  {
    setting: 'AWS_SECRET_ACCESS_KEY',
    message: 'is missing beside AWS_ACCESS_KEY_ID',
    isIncomplete: (s) => Boolean(s.AWS_ACCESS_KEY_ID && !s.AWS_SECRET_ACCESS_KEY),
  },
  {
    setting: 'AWS_ACCESS_KEY_ID',
    message: 'is missing beside AWS_SECRET_ACCESS_KEY or AWS_SESSION_TOKEN',
    isIncomplete: (s) => Boolean((s.AWS_SECRET_ACCESS_KEY ?? s.AWS_SESSION_TOKEN) && !s.AWS_ACCESS_KEY_ID),
  },
  {
    setting: 'AWS_REGION',
    message: 'is missing beside AWS_ACCESS_KEY_ID',
    isIncomplete: (s) => Boolean(s.AWS_ACCESS_KEY_ID && !s.AWS_REGION),
  },
]
