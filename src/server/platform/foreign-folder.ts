import { stat } from 'node:fs/promises'
import { SettingError } from '#server/settings.ts'

/** Throws before root writes files that the server's account could not read. */
export async function refuseForeignFolder(dataDir: string | undefined): Promise<void> {
  if (process.getuid?.() !== 0 || !dataDir) return
  const owner = await stat(dataDir).then(
    ({ uid }) => uid,
    () => 0,
  )
  if (owner !== 0)
    throw new SettingError(
      `DATA_DIR ${dataDir} belongs to the account ${owner}: run this as that account (runuser --user NAME -- …)`,
    )
}
