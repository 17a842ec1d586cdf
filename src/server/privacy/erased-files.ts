import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inTransaction } from '#server/platform/db/database.ts'
import { outboxFolder } from '#server/platform/mail/providers.ts'
import type { Platform } from '#server/platform/work.ts'
import { deleteErasedFile, isFileNamed, selectErasedFiles } from './erasures.queries.ts'

const filesAtOnce = 100

async function removeFile({ config, files }: Platform, place: 'store' | 'outbox', name: string) {
  if (place === 'store') await files.remove(name)
  else await rm(join(outboxFolder(config), name), { force: true })
}

/** Removes the files of erased rows; a file that another row names stays. A killed run is repeated. */
export async function removeErasedFiles(platform: Platform): Promise<void> {
  const { db } = platform
  for (;;) {
    const found = await inTransaction(db, (tx) => selectErasedFiles(tx, filesAtOnce))
    for (const { id, place, name } of found) {
      const isNamed = place === 'store' && (await inTransaction(db, (tx) => isFileNamed(tx, name)))
      if (!isNamed) await removeFile(platform, place, name)
      await inTransaction(db, (tx) => deleteErasedFile(tx, id))
    }
    if (found.length < filesAtOnce) return
  }
}
