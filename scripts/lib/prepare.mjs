import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { staleTargets } from './parts.mjs'
import { root } from './project.mjs'
import { run } from './run.mjs'

/** Installs and builds what is missing or stale; afterwards this process is set to run the built server. */
export async function prepare() {
  // As npm does: INIT_CWD keeps the caller's folder.
  process.env.INIT_CWD ??= process.cwd()
  process.chdir(root)
  if (!isRelease()) await installAndBuild()
  process.env.NODE_ENV ??= 'production'
  process.setSourceMapsEnabled(true)
}

/** What `npm run release` packed comes built and installed, without the sources. */
const isRelease = () => !existsSync(join(root, 'src'))

async function installAndBuild() {
  const isBuildStale = staleTargets().length > 0
  await ensureInstalled({ development: isBuildStale })
  // In a process of its own, so that the server does not carry the build's memory.
  if (isBuildStale) await run(process.execPath, ['scripts/build.mjs'])
}
