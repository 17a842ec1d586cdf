import { setTimeout as pause } from 'node:timers/promises'
import { inTransaction } from '../db/database.ts'
import { resealJobs } from '../jobs/sealed-payload.ts'
import { sealedTables } from '../sealed-columns.ts'
import { forgetFormerKeys, resealServerKeys } from '../server-keys.ts'
import type { Platform } from '../work.ts'
import { removeFormerAddresses } from './former-addresses.ts'
import {
  graceMs,
  hasReplacedFiles,
  removeReplacedFiles,
  sealFormerFiles,
  storedFiles,
} from './reseal-files.ts'
import { passOver } from './reseal-rows.ts'

export interface ResealReporter {
  /** After every batch: how many rows of a table, or files, have been sealed anew. */
  progress(what: string, count: number): void
  /** A file that its row names is not in the store. */
  missing(name: string): void
}

export interface ResealResult {
  rows: number
  files: number
  /** Ids of the data keys that are still needed, the current one first. */
  keyIds: string[]
}

type Resealed = Pick<Platform, 'db' | 'files' | 'seal' | 'clock'>

/** Until a pass finds nothing to do; answers how many rows, and the keys of those that did not open. */
async function resealTables({ db, seal }: Resealed, reporter: ResealReporter) {
  const unopened = new Set<string>()
  let rows = 0
  for (const table of sealedTables) {
    let count = 0
    for (let again = true; again;) {
      const pass = await passOver(db, table, seal, (resealed) => {
        count += resealed
        if (resealed > 0) reporter.progress(table.table, count)
      })
      for (const id of pass.unopened) unopened.add(id)
      again = pass.resealed > 0 || pass.toRepeat > 0
    }
    rows += count
  }
  return { rows, unopened }
}

async function resealFiles(platform: Resealed, reporter: ResealReporter): Promise<number> {
  let count = 0
  const onFile = () => reporter.progress('files', ++count)
  for (const kind of storedFiles)
    await sealFormerFiles(platform, kind, { onFile, onMissing: (name) => reporter.missing(name) })
  return count
}

/**
 * Seals by the current data key, in the present form, whatever is not: rows, keys of files, files that older versions left
 * readable. It may be ended and begun again at any time, and the server may serve meanwhile.
 */
export async function reseal(platform: Resealed, reporter: ResealReporter): Promise<ResealResult> {
  const { db, seal } = platform
  await removeReplacedFiles(platform)
  const files = await resealFiles(platform, reporter)
  const { rows, unopened } = await resealTables(platform, reporter)
  await inTransaction(db, (tx) => resealJobs(tx, seal))
  await inTransaction(db, removeFormerAddresses)
  if (await hasReplacedFiles(db)) {
    await pause(graceMs)
    await removeReplacedFiles(platform)
  }
  const needed = await inTransaction(db, async (tx) => {
    const ids = await resealServerKeys(tx, seal)
    if (unopened.size > 0) return ids
    await forgetFormerKeys(tx, seal)
    return []
  })
  return { rows, files, keyIds: [...new Set([seal.currentKeyId, ...needed, ...unopened])] }
}
