import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { inTransaction } from '../db/database.ts'
import type { Platform } from '../work.ts'
import { faultOfFile } from './check-file.ts'
import type { FileStore } from './file-store.ts'
import { sealFiles } from './sealed-files.ts'
import { holdFileRow, walkFileRows, type FileRow } from './stored-files.ts'

const filesAtOnce = 4
/** ms that a server which has found a file in the source has left to open it. */
const graceMs = 5000

type MoveFault = 'missing' | 'not stored as it is' | 'unreadable'

export interface MoveReporter {
  /** After every batch: how many files have been looked at, and how many of them were copied. */
  progress(count: number, copied: number): void
  fault(fault: MoveFault, row: FileRow, error?: unknown): void
}

export interface MoveResult {
  /** Files that are in the target, compared with the source where they are there too. */
  verified: number
  copied: number
  faults: number
}

interface Move {
  platform: Pick<Platform, 'db' | 'seal'>
  from: FileStore
  to: FileStore
}

type Outcome = 'copied' | 'there' | 'gone' | MoveFault

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

async function storedHash(store: FileStore, name: string): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const part of store.read(name)) hash.update(part as Buffer)
  return hash.digest()
}

/**
 * Writes the file and reads it back. Its row cannot be deleted meanwhile, so that an erasure, which removes files after their
 * rows, removes the copy too.
 */
const copy = ({ platform, to }: Move, row: FileRow, bytes: Buffer): Promise<Outcome> =>
  inTransaction(platform.db, async (tx) => {
    if (!(await holdFileRow(tx, row))) return 'gone'
    await to.put(row.name, bytes)
    if ((await storedHash(to, row.name)).equals(hashOf(bytes))) return 'copied'
    await to.remove(row.name)
    return 'not stored as it is'
  })

/** A file that differs in the two is copied anew, unless the one in the target is whole: then the source was damaged. */
async function moveFile(move: Move, row: FileRow, isCompared: boolean): Promise<Outcome> {
  const { from, to, platform } = move
  const isThere = (await to.size(row.name)) !== null
  if (isThere && !isCompared) return 'there'
  if ((await from.size(row.name)) === null) return isThere ? 'there' : 'missing'
  const bytes = await buffer(from.read(row.name))
  if (isThere) {
    if ((await storedHash(to, row.name)).equals(hashOf(bytes))) return 'there'
    if ((await faultOfFile(sealFiles(to, platform.seal), row)) === null) return 'there'
  }
  return copy(move, row, bytes)
}

/** Goes through all rows once; without `isCompared` only what is not in the target is looked at. */
async function pass(move: Move, isCompared: boolean, reporter: MoveReporter): Promise<MoveResult> {
  const { db } = move.platform
  const result: MoveResult = { verified: 0, copied: 0, faults: 0 }
  const limit = pLimit(filesAtOnce)
  const isGone = (row: FileRow) => inTransaction(db, async (tx) => !(await holdFileRow(tx, row)))
  const report = async (row: FileRow, fault: MoveFault, error?: unknown) => {
    if (await isGone(row)) return
    result.faults++
    reporter.fault(fault, row, error)
  }
  for await (const rows of walkFileRows(db)) {
    await limit.map(rows, async (row) => {
      try {
        const outcome = await moveFile(move, row, isCompared)
        if (outcome === 'gone') return
        if (outcome !== 'copied' && outcome !== 'there') return await report(row, outcome)
        result.verified++
        if (outcome === 'copied') result.copied++
      } catch (error) {
        await report(row, 'unreadable', error)
      }
    })
    reporter.progress(result.verified, result.copied)
  }
  return result
}

/**
 * Copies every file that a row names from one store into another, while servers write into the latter and read both. It may
 * be ended and begun again at any time: what is there is compared, not copied again. Nothing is removed.
 */
export async function moveFiles(move: Move, reporter: MoveReporter): Promise<MoveResult> {
  const result = await pass(move, true, reporter)
  // What a server that began before the change still wrote into the source.
  while (result.faults === 0) {
    const { copied, faults } = await pass(move, false, reporter)
    result.copied += copied
    result.verified += copied
    result.faults += faults
    if (copied === 0) break
  }
  return result
}

/** Removes from the source what is in the target; answers how many were removed, and how many are not there and stay. */
export async function removeMovedFiles({
  from,
  to,
}: Omit<Move, 'platform'>): Promise<{ removed: number; left: number }> {
  await pause(graceMs)
  const result = { removed: 0, left: 0 }
  for await (const { name } of from.list()) {
    const size = await to.size(name)
    if (size !== null && size === (await from.size(name))) {
      await from.remove(name)
      result.removed++
    } else result.left++
  }
  return result
}
