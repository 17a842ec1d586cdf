import type { FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { inTransaction, type Db } from '../db/database.ts'
import { lockByName } from '../db/named-lock.ts'

/** Days for pages that stay open; a reloaded page gets the present version. */
const keptDays = 14
const dayMs = 24 * 60 * 60_000

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export type AssetFolders = Readonly<Record<string, string>>

async function listAssets(folders: AssetFolders): Promise<Map<string, string>> {
  const found = Object.entries(folders).map(async ([prefix, folder]) => {
    if (!existsSync(folder)) return []
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile() && contentTypes[extname(entry.name)] !== undefined)
      .map(({ name }) => [prefix + name, join(folder, name)] as const)
  })
  return new Map((await Promise.all(found)).flat())
}

/**
 * Stores this version's files for pages that stay open after an update. Deletes files that were replaced 14 days ago.
 */
export async function keepAssets(db: Db, folders: AssetFolders, now: Date): Promise<void> {
  const own = await listAssets(folders)
  if (own.size === 0) return
  await inTransaction(db, async (tx) => {
    await lockByName(tx, 'web assets')
    const rows = await tx.selectFrom('web_assets').select(['path', 'replaced_at']).execute()
    const kept = new Set(rows.map(({ path }) => path))
    for (const [path, file] of own)
      if (!kept.has(path))
        await tx
          .insertInto('web_assets')
          .values({ path, content: await readFile(file), replaced_at: null })
          .execute()
    const pathsOf = (some: typeof rows) => some.map(({ path }) => path)
    const replaced = pathsOf(rows.filter(({ path, replaced_at: at }) => at === null && !own.has(path)))
    if (replaced.length > 0)
      await tx.updateTable('web_assets').set({ replaced_at: now }).where('path', 'in', replaced).execute()
    const returned = pathsOf(rows.filter(({ path, replaced_at: at }) => at !== null && own.has(path)))
    if (returned.length > 0)
      await tx.updateTable('web_assets').set({ replaced_at: null }).where('path', 'in', returned).execute()
    const keptSince = new Date(now.getTime() - keptDays * dayMs)
    await tx.deleteFrom('web_assets').where('replaced_at', '<', keptSince).execute()
  })
}

export async function findKeptAsset(
  db: Db,
  { method, url }: Pick<FastifyRequest, 'method' | 'url'>,
): Promise<{ type: string; content: Buffer } | null> {
  const path = url.replace(/\?.*/, '')
  const type = contentTypes[extname(path)]
  if (method !== 'GET' || type === undefined || !path.startsWith('/assets/')) return null
  const row = await db.selectFrom('web_assets').select('content').where('path', '=', path).executeTakeFirst()
  return row ? { type, content: row.content } : null
}
