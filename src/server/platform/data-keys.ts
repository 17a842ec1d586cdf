import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { SettingError, faultOfDataKeys } from '#server/settings.ts'
import { newDataKeys } from './seal.ts'

type KeyConfig = Pick<Config, 'dataDir' | 'dataKeys'>

const pathOf = ({ dataDir }: KeyConfig) => join(dataDir, 'keys', 'data-keys')

/** DATA_KEYS, or the keys in the data folder. Throws a `SettingError` where they are missing or not valid. */
export async function readDataKeys(config: KeyConfig): Promise<string> {
  if (config.dataKeys) return config.dataKeys
  const path = pathOf(config)
  const keys = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SettingError(`${path} cannot be read: ${error.code ?? error.message}`)
  })
  const fault = faultOfDataKeys(keys.trim())
  if (fault) throw new SettingError(`${path} ${fault}`)
  return keys.trim()
}

/** The same; makes the keys at the first start where DATA_KEYS is not set. */
export async function loadDataKeys(config: KeyConfig): Promise<string> {
  if (config.dataKeys) return config.dataKeys
  await mkdir(join(config.dataDir, 'keys'), { recursive: true, mode: 0o700 })
  // `wx`: of two servers that start at once, one writes the keys and both read them.
  await writeFile(pathOf(config), newDataKeys(), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return readDataKeys(config)
}
