import { createPublicKey, type KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import type { awsSettings } from './aws.ts'
import { bucketConfigFor, bucketName, type BucketConfig, type bucketSettings } from './bucket.ts'
import {
  flagSetting,
  httpUrlSetting,
  listSetting,
  splitList,
  type SettingCheck,
  type SettingValues,
} from './setting.ts'

/** SendGrid shows the key of its signed webhooks as base64 of the public key in DER. */
function webhookKey(base64: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ec' ? key : undefined
  } catch {
    return undefined
  }
}

const topicPattern = /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w.-]{1,256}$/

/** Where mail providers call us. */
export const hooksSettings = {
  AWS_ENDPOINT_URL_SNS: httpUrlSetting,
  AWS_SNS_SIGNATURE_V1: flagSetting('0'),
  AWS_SNS_TOPICS: listSetting((topic) => topicPattern.test(topic), 'must be topic ARNs, separated by commas'),
  SENDGRID_WEBHOOK_KEY: listSetting(
    (key) => webhookKey(key) !== undefined,
    "must be the webhooks' public keys in base64, separated by commas",
  ),
  INBOUND_KEY: z.optional(
    z.string().check(z.regex(/^[\w-]{16,}$/, 'must have at least 16 letters, digits, - or _')),
  ),
  AWS_INBOUND_BUCKET: bucketName,
}
type HooksSettingValues = SettingValues<typeof hooksSettings & typeof bucketSettings & typeof awsSettings>

/** How requests to the webhooks are authenticated. */
export interface HooksConfig {
  /** Topics whose messages are accepted; with none, the webhook is off. */
  snsTopics: readonly string[]
  /** Of signatures: version 1 is made with SHA-1. */
  snsSignatureVersions: readonly string[]
  /** Signing certificates may come from here beside Amazon. */
  snsEndpoint: string | undefined
  /** Of the event webhook and of the inbound parse's security policy, each of which has its own. */
  sendgridKeys: readonly KeyObject[]
  /** The secret part of the inbound address. */
  inboundKey: string | undefined
  /** Where Amazon SES puts mails that come in; none is read from elsewhere. */
  inboundBucket: BucketConfig | undefined
}

export const hooksConfig = (s: HooksSettingValues): HooksConfig => ({
  snsTopics: s.AWS_SNS_TOPICS ? splitList(s.AWS_SNS_TOPICS) : [],
  snsSignatureVersions: s.AWS_SNS_SIGNATURE_V1 === '1' ? ['1', '2'] : ['2'],
  snsEndpoint: s.AWS_ENDPOINT_URL_SNS,
  sendgridKeys: splitList(s.SENDGRID_WEBHOOK_KEY ?? '').flatMap((key) => webhookKey(key) ?? []),
  inboundKey: s.INBOUND_KEY,
  inboundBucket: bucketConfigFor(s, s.AWS_INBOUND_BUCKET ?? s.S3_BUCKET),
})

export const hooksSettingChecks: readonly SettingCheck<HooksSettingValues>[] = [
  {
    setting: 'AWS_ACCESS_KEY_ID',
    message: 'is missing beside AWS_INBOUND_BUCKET',
    isIncomplete: (s) => Boolean(s.AWS_INBOUND_BUCKET && !s.AWS_ACCESS_KEY_ID),
  },
]
