import { realpathSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { locateEntry } from '../entries.ts'

export interface Program {
  args: readonly string[]
}

/** A file, or a folder with a final slash, as written and as resolved by the file system: Node checks both. */
function spellings(url: URL): string[] {
  const path = fileURLToPath(url)
  return [...new Set([path, realpathSync(path) + (path.endsWith('/') ? '/' : '')])]
}

/** Node's permission model has been stable since 23.5 under another name. */
const permissionFlag = ['--permission', '--experimental-permission'].find((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
)

/**
 * Relative to the entry: the whole build, because Node up to 20.19 searches there for missing packages, and the
 * packages.
 */
const readablePaths = ['../', '../../node_modules/', '../../package.json']

/** Allows reading these paths; writing files and starting processes or threads stays forbidden. */
function permissionArgs(entry: URL): string[] {
  const readable = readablePaths.map((path) => new URL(path, entry))
  return [
    permissionFlag ?? '--experimental-permission',
    '--allow-addons',
    '--no-warnings',
    ...readable.flatMap(spellings).map((path) => `--allow-fs-read=${path}`),
  ]
}

/**
 * The program of an entry next to the importer. Sources (`npm run dev`) have no permission model: tsx compiles in
 * another process and writes to a cache.
 */
export function locateProgram(importerUrl: string, entry: string): Program {
  const { path, execArgv, isBuilt } = locateEntry(importerUrl, entry)
  return { args: [...(isBuilt ? permissionArgs(pathToFileURL(path)) : execArgv), path] }
}
