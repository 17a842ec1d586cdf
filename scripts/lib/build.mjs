import { build } from 'vite'
import { renew } from './parts.mjs'
import { root } from './project.mjs'

/** Builds these targets one after the other; throws if a build fails. */
export async function buildParts(stale) {
  for (const part of stale) {
    console.error(`Building the ${part.name}…`)
    await renew(part, () => build({ root, logLevel: 'warn', mode: part.mode }))
  }
}
