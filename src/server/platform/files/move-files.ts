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
/** ms for a server that found a file in the source to open it. */
const graceMs = 5000

type MoveFault = 'missing' | 'not stored as it is' | 'unreadable'

export interface MoveReporter {
  progress(count: number, copied: number): void
  fault(fault: MoveFault, row: FileRow, error?: unknown): void
}

export interface MoveResult {
  /** Files in the target, compared with the source where that has them too. */
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
 * Writes the file and reads it back. The row is locked, so that an erasure, which removes files after their rows,
 * removes the copy too.
 */
const copy = ({ platform, to }: Move, row: FileRow, bytes: Buffer): Promise<Outcome> =>
  inTransaction(platform.db, async (tx) => {
    if (!(await holdFileRow(tx, row))) return 'gone'
    await to.put(row.name, bytes)
    if ((await storedHash(to, row.name)).equals(hashOf(bytes))) return 'copied'
    await to.remove(row.name)
    return 'not stored as it is'
  })

/** Where the two differ, the target is overwritten unless it is intact: then the source was damaged. */
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
 * Copies every file that a row names to another store, while servers write to the target and read both. Can be stopped
 * and repeated: existing files are compared, not copied. Removes nothing.
 */
export async function moveFiles(move: Move, reporter: MoveReporter): Promise<MoveResult> {
  const result = await pass(move, true, reporter)
  // Servers that started before the change may still write to the source.
  while (result.faults === 0) {
    const { copied, faults } = await pass(move, false, reporter)
    result.copied += copied
    result.verified += copied
    result.faults += faults
    if (copied === 0) break
  }
  return result
}

/** Removes files from the source that the target has. `left` counts files that the target lacks. */
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
