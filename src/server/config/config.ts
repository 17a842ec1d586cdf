import * as z from 'zod/mini'
import { awsSettings, awsSettingChecks } from './aws.ts'
import { backupConfig, backupSettings, backupSettingChecks, type BackupConfig } from './backup.ts'
import {
  bucketConfig,
  bucketSettings,
  bucketSettingChecks,
  documentsConfig,
  type BucketConfig,
  type DocumentsConfig,
} from './bucket.ts'
import { connectionSettings, connectionSettingChecks } from './connections.ts'
import { firstRunConfig, firstRunSettings, type FirstRunConfig } from './first-run.ts'
import { hooksConfig, hooksSettings, hooksSettingChecks, type HooksConfig } from './hooks.ts'
import { httpConfig, httpSettings, type HttpConfig } from './http.ts'
import { mailSettingChecks, mailConfig, mailSettings, type MailConfig } from './mail.ts'
import { nameServerConfig, nameServerSettings, type NameServerConfig } from './name-servers.ts'
import { officialConfig, officialSettings, officialSettingChecks, type OfficialConfig } from './official.ts'
import { productConfig, productSettings, type ProductConfig } from './product.ts'
import { scannerConfig, scannerSettings, type ScannerAddress } from './scanner.ts'
import { SettingError, type SettingCheck } from './setting.ts'
import { storageConfig, storageSettings, storageSettingChecks, type StorageConfig } from './storage.ts'
import { watchingConfig, watchingSettings, watchingSettingChecks, type WatchingConfig } from './watching.ts'

const shape = z.object({
  ...httpSettings,
  ...storageSettings,
  ...productSettings,
  ...firstRunSettings,
  ...awsSettings,
  ...bucketSettings,
  ...backupSettings,
  ...mailSettings,
  ...hooksSettings,
  ...officialSettings,
  ...scannerSettings,
  ...watchingSettings,
  ...connectionSettings,
  ...nameServerSettings,
})
type Settings = z.output<typeof shape>

/** In the order in which they are reported: a missing key before what needs it. */
const settingChecks: readonly SettingCheck<Settings>[] = [
  ...storageSettingChecks,
  ...awsSettingChecks,
  ...mailSettingChecks,
  ...bucketSettingChecks,
  ...backupSettingChecks,
  ...hooksSettingChecks,
  ...officialSettingChecks,
  ...watchingSettingChecks,
  ...connectionSettingChecks,
]
const settings = shape.check(
  ...settingChecks.map(({ setting, message, isIncomplete }) =>
    z.refine<Settings>((s) => !isIncomplete(s), { path: [setting], message }),
  ),
)

/** Settings as the server uses them (product §10). */
export interface Config extends HttpConfig, StorageConfig, ProductConfig, FirstRunConfig {
  sendDomain: string
  mail: MailConfig
  hooks: HooksConfig
  official: OfficialConfig
  documents: DocumentsConfig
  /** The bucket for documents. */
  bucket: BucketConfig | undefined
  backup: BackupConfig
  /** Scans every file that comes in. */
  scanner: ScannerAddress | undefined
  watching: WatchingConfig
  nameServers: NameServerConfig
  /** Under `npm run dev`. */
  development: boolean
}

/** Reads the environment; an empty variable counts as absent. Throws a `SettingError` that names the first wrong one. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(present)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new SettingError(`${issue?.path.join('.')} ${issue?.message}`)
  }
  const s = parsed.data
  return {
    ...httpConfig(s),
    ...storageConfig(s),
    ...productConfig(s),
    ...firstRunConfig(s),
    sendDomain: s.SEND_DOMAIN,
    mail: mailConfig(s),
    hooks: hooksConfig(s),
    official: officialConfig(s),
    documents: documentsConfig(s),
    bucket: bucketConfig(s),
    backup: backupConfig(s),
    scanner: scannerConfig(s),
    watching: watchingConfig(s),
    nameServers: nameServerConfig(s),
    development: env.NODE_ENV === 'development',
  }
}
