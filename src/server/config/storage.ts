import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { listSetting, textSetting, type SettingValues } from './setting.ts'

const dataKey = /^[\w-]+:[A-Za-z0-9+/]{43}=$/

export const storageSettings = {
  DATA_DIR: textSetting('./data'),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')),
  ),
  DATA_KEYS: listSetting((key) => dataKey.test(key), 'must be id:base64 of 32 bytes, separated by commas'),
}

export interface StorageConfig {
  dataDir: string
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** Absent: keys made in `dataDir` at the first start. */
  dataKeys: string | undefined
}

export const storageConfig = (s: SettingValues<typeof storageSettings>): StorageConfig => ({
  dataDir: resolve(s.DATA_DIR),
  databaseUrl: s.DATABASE_URL,
  dataKeys: s.DATA_KEYS,
})
