import { open, opendir, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { spoolName } from '#server/platform/embedded-postgres/wal-archive.ts'
import { nullIfMissing } from '#server/platform/error-code.ts'

/** Folders that are copied empty: PostgreSQL rebuilds them at start, or their content is not valid in a copy. */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
])
const omitted = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'postgres.log',
  'backup_label',
  'tablespace_map',
  spoolName,
])
const omittedAnywhere = /^(pgsql_tmp|pg_internal\.init|\.s\.PGSQL\.|current_logfiles)/
/** Copied last, as PostgreSQL itself does. */
const controlFile = 'global/pg_control'

export interface ClusterFile {
  path: string
  /** Bytes when listed; the file may grow, shrink or go. Null for a folder. */
  size: number | null
}

async function* walk(root: string, below: string): AsyncGenerator<ClusterFile> {
  for await (const entry of await opendir(join(root, below))) {
    const path = below ? `${below}/${entry.name}` : entry.name
    if (omitted.has(path) || omittedAnywhere.test(entry.name)) continue
    if (entry.isDirectory()) {
      yield { path, size: null }
      if (!emptied.has(path)) yield* walk(root, path)
    } else if (entry.isFile() && path !== controlFile) {
      const found = await stat(join(root, path)).catch(nullIfMissing)
      if (found) yield { path, size: found.size }
    }
  }
}

/** The files to copy from a database folder while its server runs. */
export async function listCluster(folder: string): Promise<ClusterFile[]> {
  const files: ClusterFile[] = [{ path: 'pg_wal/archive_status', size: null }]
  for await (const file of walk(folder, '')) files.push(file)
  return [...files, { path: controlFile, size: (await stat(join(folder, controlFile))).size }]
}

/** A piece of a file at an offset; a folder if `at` is null. */
interface Piece {
  path: string
  at: number | null
  bytes: Buffer
}

const pieceBytes = 1024 * 1024
const partBytes = 16 * 1024 * 1024
const noBytes = Buffer.alloc(0)

async function* piecesOf(folder: string, { path, size }: ClusterFile): AsyncGenerator<Piece> {
  if (size === null) return yield { path, at: null, bytes: noBytes }
  const file = await open(join(folder, path), 'r').catch(nullIfMissing)
  if (!file) return undefined
  try {
    for (let at = 0; ; at += pieceBytes) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at)
      if (bytesRead > 0 || at === 0) yield { path, at, bytes: buffer.subarray(0, bytesRead) }
      if (bytesRead < pieceBytes) return undefined
    }
  } finally {
    await file.close()
  }
}

/** Length of the header, the header as JSON, the bytes. */
function encodePiece({ path, at, bytes }: Piece): Buffer[] {
  const header = Buffer.from(JSON.stringify({ path, at, size: bytes.length }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return [length, header, bytes]
}

/** Packs the files into parts of about 16 MiB, each of which unpacks alone. */
export async function* packCluster(folder: string, files: readonly ClusterFile[]): AsyncGenerator<Buffer> {
  let pending: Buffer[] = []
  let size = 0
  for (const file of files)
    for await (const piece of piecesOf(folder, file)) {
      pending.push(...encodePiece(piece))
      size += piece.bytes.length
      if (size < partBytes) continue
      yield Buffer.concat(pending)
      pending = []
      size = 0
    }
  if (pending.length > 0) yield Buffer.concat(pending)
}

function* decodePart(part: Buffer): Generator<Piece> {
  for (let start = 0; start < part.length;) {
    const bodyAt = start + 4 + part.readUInt32BE(start)
    const { path, at, size } = JSON.parse(part.subarray(start + 4, bodyAt).toString()) as {
      path: string
      at: number | null
      size: number
    }
    start = bodyAt + size
    yield { path, at, bytes: part.subarray(bodyAt, start) }
  }
}

export interface ClusterWriter {
  folder(path: string): Promise<void>
  /** Opens or creates a file for writing at any offset. */
  file(path: string): Promise<FileHandle>
}

export async function unpackPart(part: Buffer, writer: ClusterWriter): Promise<void> {
  let current: { path: string; file: FileHandle } | undefined
  try {
    for (const { path, at, bytes } of decodePart(part)) {
      if (at === null) {
        await writer.folder(path)
        continue
      }
      if (current?.path !== path) {
        await current?.file.close()
        current = { path, file: await writer.file(path) }
      }
      if (bytes.length > 0) await current.file.write(bytes, 0, bytes.length, at)
    }
  } finally {
    await current?.file.close()
  }
}
