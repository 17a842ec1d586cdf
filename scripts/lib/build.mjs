import { build } from 'vite'
import { rebuild } from './parts.mjs'
import { root } from './project.mjs'

/** Builds these targets one after the other; throws if a build fails. */
export async function buildTargets(stale) {
  for (const part of stale) {
    console.error(`Building the ${part.name}…`)
    await rebuild(part, () => build({ root, logLevel: 'warn', mode: part.mode }))
  }
}
