import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { fillerManifest, type FillerOrigins } from '#contract/rules/filler-manifest.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { selectFormOrigins } from './form-origins.queries.ts'

const packageFile = z.object({ version: z.string() })

/** Writes the browser extension for `publicUrl` and the official pages that Admins have named; returns both. */
export async function buildFiller(tx: Tx, folder: string, publicUrl: string): Promise<FillerOrigins> {
  const forms = (await selectFormOrigins(tx)).map(({ origin }) => origin)
  const origins = { product: new URL(publicUrl).origin, forms }
  await writeFiller(folder, origins)
  return origins
}

export async function writeFiller(folder: string, origins: FillerOrigins): Promise<void> {
  const { version } = packageFile.parse(
    JSON.parse(await readFile(join(projectRoot(), 'package.json'), 'utf8')),
  )
  await mkdir(folder, { recursive: true })
  await cp(join(projectRoot(), 'dist', 'filler'), folder, { recursive: true })
  const manifest = JSON.stringify(fillerManifest(version, origins), null, 2)
  await writeFile(join(folder, 'manifest.json'), `${manifest}\n`)
}
