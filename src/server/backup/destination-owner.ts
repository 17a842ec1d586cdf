import { BackupError } from './backup-error.ts'
import type { Destination } from './destination.ts'
import { putSealed, readSealed } from './manifest.ts'

const ownerObject = 'installation'

/** The id of the installation that owns a destination; null if it has none yet. */
export const readOwner = async (destination: Destination, key: Buffer): Promise<string | null> =>
  (await readSealed(destination, key, ownerObject))?.toString() ?? null

/**
 * The first installation to write to a destination owns it; a restored installation keeps its id. Mixed keys and logs
 * of two installations could not be restored.
 */
export async function claimDestination(
  destination: Destination,
  key: Buffer,
  installation: string,
): Promise<void> {
  const owner = await readOwner(destination, key)
  if (owner === null) await putSealed(destination, key, ownerObject, Buffer.from(installation))
  else if (owner !== installation)
    throw new BackupError('another installation keeps its backups there: give this one another place')
}
