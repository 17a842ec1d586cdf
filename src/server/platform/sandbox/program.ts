import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** How Node is started for an entry. */
export interface Program {
  /** Arguments of Node that end with the entry's path. */
  args: readonly string[]
}

let builtServer: string | null = null

/** Takes entries of the sources from the built server in this folder, where they start in a fifth of the time. */
export function runFromBuild(folder: URL): void {
  builtServer = folder.href
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

/** Reading the built server and its packages is allowed; writing files and starting processes or threads is not. */
function permissionArgs(entry: URL): string[] {
  const readable = ['./', '../../node_modules/', '../../package.json'].map((path) => new URL(path, entry))
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
  const isSource = importerUrl.endsWith('.ts')
  if (isSource && builtServer === null) {
    return {
      args: ['--import', import.meta.resolve('tsx'), fileURLToPath(new URL(`${entry}.ts`, importerUrl))],
    }
  }
  const built = new URL(`${entry}.js`, isSource ? (builtServer ?? importerUrl) : importerUrl)
  return { args: [...permissionArgs(built), fileURLToPath(built)] }
}
