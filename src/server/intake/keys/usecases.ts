import { newSecret, secretHash } from '#server/platform/auth/tokens.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { insertKey, isActiveName, revokeKeys, selectKeys } from './queries.ts'

/** They stand for the key of the setting and for `npm run import` in events and repeats. */
const reserved = new Set(['INTAKE_KEY', 'import'])

/** Makes a key and answers it, the only time that it is seen: its hash is stored (product §5, Intake). */
export async function createIntakeKey(tx: Tx, name: string, now: Date): Promise<string> {
  const wanted = name.trim()
  if (wanted === '') refuse('invalid', 'An intake key needs a name.')
  if (reserved.has(wanted) || (await isActiveName(tx, wanted)))
    refuse('conflict', `There is an intake key named ${wanted}.`)
  const key = `pik_${newSecret()}`
  await insertKey(tx, wanted, secretHash(key), now)
  return key
}

/** From now on the key opens nothing. 404 for a name that no active key has. */
export async function revokeIntakeKey(tx: Tx, name: string, now: Date): Promise<void> {
  if (!(await revokeKeys(tx, name.trim(), now)))
    refuse('notFound', `There is no active intake key named ${name.trim()}.`)
}

/** Every key there was, the oldest first, without the keys themselves. */
export const listIntakeKeys = (tx: Tx) => selectKeys(tx)
