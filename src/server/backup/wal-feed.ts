import { chown, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from '#server/platform/embedded-postgres/cluster.ts'
import { makeFolderIn } from '#server/platform/embedded-postgres/wal-archive.ts'
import { isWalFile } from './wal-names.ts'

const feedName = 'wal-feed'
const wanted = '.want'
const pollMs = 10

const path = (suffix: string) => `${feedName}/%f${suffix}`

/**
 * PostgreSQL requests a WAL file by creating a file of its name, and waits until this process provides the file or
 * says that it is missing. The command fails once this process is gone. It runs in the database folder.
 */
export const restoreCommand = [
  `touch ${path(wanted)}`,
  `while [ -d /proc/${process.pid} ]; do if [ -f ${path('.ready')} ]; then mv ${path('.ready')} %p && exit 0`,
  `elif [ -f ${path('.none')} ]; then rm -f ${path('.none')}; exit 1`,
  'fi',
  'sleep 0.02',
  'done',
  'exit 1',
].join('; ')

export interface WalFeed {
  /** Rejects if a file cannot be read or opened: recovery must not take that for the end of the WAL. */
  failed: Promise<never>
  stop(): Promise<void>
}

/** Answers the recovery's requests; `readFile` returns an opened file, or null if it is missing. */
export function startWalFeed(cluster: Cluster, readFile: (name: string) => Promise<Buffer | null>): WalFeed {
  const folder = makeFolderIn(cluster, feedName)
  const stopping = new AbortController()

  async function answer(name: string): Promise<void> {
    const bytes = await readFile(name)
    await rm(join(folder, `${name}${wanted}`), { force: true })
    const [partial, final] = [`${name}.part`, `${name}.${bytes ? 'ready' : 'none'}`]
    await writeFile(join(folder, partial), bytes ?? '', { mode: 0o600 })
    const { ids } = cluster.account
    if (ids) await chown(join(folder, partial), ids.uid, ids.gid)
    await rename(join(folder, partial), join(folder, final))
  }
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const file of await readdir(folder)) {
        const name = file.slice(0, -wanted.length)
        if (file.endsWith(wanted) && isWalFile(name)) await answer(name)
      }
      await pause(pollMs)
    }
  }
  const running = run()
  const failed = new Promise<never>((_, reject) => {
    running.catch(reject)
  })
  failed.catch(() => {})
  return {
    failed,
    async stop() {
      stopping.abort()
      await running.catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}
