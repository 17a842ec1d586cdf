import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { rebuild } from './parts.mjs'
import { root } from './project.mjs'

/** Builds these targets one after the other; throws if a build fails. */
export async function buildTargets(stale) {
  // What newer versions of Node keep of what they compiled (start.mjs): its names are those of the former build.
  rmSync(join(root, 'dist', 'compiled'), { recursive: true, force: true })
  for (const part of stale) {
    console.error(`Building the ${part.name}…`)
    await rebuild(part, () => build({ root, logLevel: 'warn', mode: part.mode }))
  }
}
