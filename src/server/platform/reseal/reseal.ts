import { setTimeout as pause } from 'node:timers/promises'
import { inTransaction } from '../db/database.ts'
import { storedFiles } from '../files/stored-files.ts'
import { resealJobs } from '../jobs/sealed-payload.ts'
import { sealedTables } from '../sealed-columns.ts'
import { forgetFormerKeys, resealServerKeys } from '../server-keys.ts'
import type { Platform } from '../work.ts'
import { removeFormerAddresses } from './former-addresses.ts'
import { graceMs, hasReplacedFiles, removeReplacedFiles, sealFormerFiles } from './reseal-files.ts'
import { passOver } from './reseal-rows.ts'

export interface ResealReporter {
  /** After every batch: how many rows of a table, or files, have been sealed anew. */
  progress(what: string, count: number): void
}

/** Files by number, and the first of their names. */
export interface FileTally {
  count: number
  names: string[]
}

export interface ResealResult {
  rows: number
  files: number
  /** Files that rows name and that are not in the store, or that cannot be read. */
  missingFiles: FileTally
  unreadFiles: FileTally
  /** Rows that somebody sealed by another key after the first round had passed them. */
  lateRows: number
  /** Ids of the data keys that are still needed, the current one first. */
  keyIds: string[]
  /** The current key alone is needed from now on. */
  isFinished: boolean
}

type Resealed = Pick<Platform, 'db' | 'files' | 'seal' | 'clock'>

const maxNames = 5

const noFiles = (): FileTally => ({ count: 0, names: [] })

function addFile(tally: FileTally, name: string): void {
  tally.count++
  if (tally.names.length < maxNames) tally.names.push(name)
}

interface Round {
  resealed: number
  /** Rows that were changed meanwhile, to be taken again. */
  toRepeat: number
  unopened: string[]
}

/** Goes through all tables and the jobs once. */
async function resealRound({ db, seal }: Resealed, reporter: ResealReporter): Promise<Round> {
  const round: Round = { resealed: 0, toRepeat: 0, unopened: [] }
  for (const table of sealedTables) {
    let count = 0
    const pass = await passOver(db, table, seal, (resealed) => {
      count += resealed
      if (resealed > 0) reporter.progress(table.table, count)
    })
    round.resealed += pass.resealed
    round.toRepeat += pass.toRepeat
    round.unopened.push(...pass.unopened)
  }
  const jobs = await inTransaction(db, (tx) => resealJobs(tx, seal))
  round.resealed += jobs.resealed
  round.unopened.push(...jobs.unopened)
  return round
}

/**
 * Round after round, until one finds nothing to do, or more than the one before left to it: then somebody still seals by
 * another key, and may do so for as long as this goes on.
 */
async function resealTables(platform: Resealed, reporter: ResealReporter) {
  const unopened = new Set<string>()
  let rows = 0
  for (let expected = Infinity; ;) {
    const round = await resealRound(platform, reporter)
    rows += round.resealed
    for (const id of round.unopened) unopened.add(id)
    const lateRows = Math.max(0, round.resealed - expected)
    if (lateRows > 0 || round.resealed + round.toRepeat === 0) return { rows, lateRows, unopened }
    expected = round.toRepeat
  }
}

/** A file that was changed begins with anything. */
const isKeyId = (id: string) => /^[\w-]+$/.test(id)

async function resealFiles(platform: Resealed, reporter: ResealReporter) {
  const [missingFiles, unreadFiles] = [noFiles(), noFiles()]
  const unopened: string[] = []
  let files = 0
  for (const kind of storedFiles)
    await sealFormerFiles(platform, kind, {
      sealed: () => reporter.progress('files', ++files),
      missing: (name) => addFile(missingFiles, name),
      unopened(name, keyId) {
        addFile(unreadFiles, name)
        if (keyId !== null && isKeyId(keyId)) unopened.push(keyId)
      },
    })
  return { files, missingFiles, unreadFiles, unopened }
}

/** Answers the names of replaced files that may be elsewhere. */
async function removeAllReplacedFiles(platform: Resealed): Promise<string[]> {
  if (!(await hasReplacedFiles(platform.db))) return []
  await pause(graceMs)
  return removeReplacedFiles(platform)
}

/**
 * Seals by the current data key, in the present form, whatever is not: rows, keys of files, files that older versions left
 * readable. It may be ended and begun again at any time, and the server may serve meanwhile.
 */
export async function reseal(platform: Resealed, reporter: ResealReporter): Promise<ResealResult> {
  const { db, seal } = platform
  await removeReplacedFiles(platform)
  const { files, missingFiles, unreadFiles, ...ofFiles } = await resealFiles(platform, reporter)
  await removeFormerAddresses(db)
  for (const name of await removeAllReplacedFiles(platform)) addFile(missingFiles, name)
  const { rows, lateRows, ...ofRows } = await resealTables(platform, reporter)
  const unopened = [...ofFiles.unopened, ...ofRows.unopened]
  const isFinished = missingFiles.count + unreadFiles.count + lateRows + unopened.length === 0
  const needed = await inTransaction(db, async (tx) => {
    const ids = await resealServerKeys(tx, seal)
    if (!isFinished) return ids
    await forgetFormerKeys(tx, seal)
    return []
  })
  const keyIds = [...new Set([seal.currentKeyId, ...needed, ...unopened])]
  return { rows, files, missingFiles, unreadFiles, lateRows, keyIds, isFinished }
}
