import { ensureInstalled } from './install.mjs'
import { staleTargets } from './parts.mjs'
import { root } from './project.mjs'
import { run } from './run.mjs'

/** Installs and builds what is missing or stale; afterwards this process is set to run the built server. */
export async function prepare() {
  // As npm does: INIT_CWD keeps the caller's folder.
  process.env.INIT_CWD ??= process.cwd()
  process.chdir(root)
  const isBuildStale = staleTargets().length > 0
  await ensureInstalled({ development: isBuildStale })
  // In a process of its own, so that the server does not carry the build's memory.
  if (isBuildStale) await run(process.execPath, ['scripts/build.mjs'])
  process.env.NODE_ENV ??= 'production'
  process.setSourceMapsEnabled(true)
}
