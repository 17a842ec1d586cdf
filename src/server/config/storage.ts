import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { splitList, textSetting, type SettingCheck, type SettingValues } from './setting.ts'

const dataKey = /^[\w-]{1,64}:[A-Za-z0-9+/]{43}=$/
/** Of `id:base64`. */
export const dataKeyId = (key: string): string => key.slice(0, key.indexOf(':'))

const dataKeyRules: readonly (readonly [isMet: (keys: string[]) => boolean, rule: string])[] = [
  [(keys) => keys.every((key) => dataKey.test(key)), 'must be id:base64 of 32 bytes, separated by commas'],
  [(keys) => new Set(keys.map(dataKeyId)).size === keys.length, 'must have another id for each key'],
]

/** What is wrong with a list of data keys, in words that follow its name. */
export const faultOfDataKeys = (keys: string): string | undefined =>
  dataKeyRules.find(([isMet]) => !isMet(splitList(keys)))?.[1]

const postgresUrl = z.optional(
  z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')),
)

export const storageSettings = {
  DATA_DIR: textSetting('./data'),
  DATABASE_URL: postgresUrl,
  MIGRATION_DATABASE_URL: postgresUrl,
  READ_DATABASE_URL: postgresUrl,
  DATA_KEYS: z.optional(
    z
      .string()
      .check(
        ...dataKeyRules.map(([isMet, rule]) => z.refine<string>((keys) => isMet(splitList(keys)), rule)),
      ),
  ),
}

export const storageSettingChecks: readonly SettingCheck<SettingValues<typeof storageSettings>>[] = [
  {
    setting: 'DATABASE_URL',
    message: 'is missing beside MIGRATION_DATABASE_URL',
    isIncomplete: (s) => Boolean(s.MIGRATION_DATABASE_URL && !s.DATABASE_URL),
  },
  {
    setting: 'DATABASE_URL',
    message: 'is missing beside READ_DATABASE_URL',
    isIncomplete: (s) => Boolean(s.READ_DATABASE_URL && !s.DATABASE_URL),
  },
]

export interface StorageConfig {
  dataDir: string
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** The same database as its owner, who alone changes the schema; absent: `databaseUrl` does that too. */
  migrationDatabaseUrl: string | undefined
  /** A replica of it, as the role that serves; absent: all is read from the one. */
  readDatabaseUrl: string | undefined
  /** Absent: keys made in `dataDir` at the first start. */
  dataKeys: string | undefined
}

export const storageConfig = (s: SettingValues<typeof storageSettings>): StorageConfig => ({
  dataDir: resolve(s.DATA_DIR),
  databaseUrl: s.DATABASE_URL,
  migrationDatabaseUrl: s.MIGRATION_DATABASE_URL,
  readDatabaseUrl: s.READ_DATABASE_URL,
  dataKeys: s.DATA_KEYS,
})
