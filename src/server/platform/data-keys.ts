import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { SettingError, faultOfDataKeys } from '#server/settings.ts'
import { newDataKeys } from './seal.ts'

type KeyConfig = Pick<Config, 'dataDir' | 'dataKeys'>

const pathOf = ({ dataDir }: KeyConfig) => join(dataDir, 'keys', 'data-keys')

/** The keys of DATA_KEYS, or those in the data folder; throws where there are none, or none that are valid. */
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

/** The same, and made on the first start where DATA_KEYS is not set. */
export async function loadDataKeys(config: KeyConfig): Promise<string> {
  if (config.dataKeys) return config.dataKeys
  await mkdir(join(config.dataDir, 'keys'), { recursive: true, mode: 0o700 })
  // `wx`: of two servers that start at once, one makes the keys and both read them.
  await writeFile(pathOf(config), newDataKeys(), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return readDataKeys(config)
}
