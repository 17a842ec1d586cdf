import { realpathSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { locateEntry } from '../entries.ts'

/** How Node is started for an entry. */
export interface Program {
  /** Arguments of Node that end with the entry's path. */
  args: readonly string[]
}

/**
 * A file, or a folder with a slash at its end, as it is written and as the file system resolves it, because Node asks
 * for both.
 */
function spellings(url: URL): string[] {
  const path = fileURLToPath(url)
  return [...new Set([path, realpathSync(path) + (path.endsWith('/') ? '/' : '')])]
}

/** Node's permission model has been stable since 23.5 under another name. */
const permissionFlag = ['--permission', '--experimental-permission'].find((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
)

/**
 * Of the entry: all that is built, not the server alone, since Node until 20.19 asks there too for packages that it does not
 * find; and the packages.
 */
const readablePaths = ['../', '../../node_modules/', '../../package.json']

/** Reading these is allowed; writing files and starting processes or threads is not. */
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
 * The program of an entry next to the importer. From the sources (`npm run dev`) there is no permission model: tsx
 * compiles in a process of its own, and writes to a cache.
 */
export function locateProgram(importerUrl: string, entry: string): Program {
  const { path, execArgv, isBuilt } = locateEntry(importerUrl, entry)
  return { args: [...(isBuilt ? permissionArgs(pathToFileURL(path)) : execArgv), path] }
}
