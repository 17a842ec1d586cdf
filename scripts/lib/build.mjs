import { build } from 'vite'
import { renew } from './parts.mjs'
import { root } from './project.mjs'

/** Builds these parts, one after the other; throws if one does not build. */
export async function buildParts(stale) {
  for (const part of stale) {
    console.error(`Building the ${part.name}…`)
    await renew(part, () => build({ root, logLevel: 'warn', mode: part.mode }))
  }
}
