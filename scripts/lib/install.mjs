import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'
import { run } from './run.mjs'

/**
 * Installs the packages if `node_modules` lacks any that `package-lock.json` names; throws if that fails.
 * Without `development`, those that only building and testing need may be missing, and are not installed.
 */
export async function ensureInstalled({ development = true } = {}) {
  if (isInstalled(development)) return
  console.error('Installing packages…')
  // The build and the tests need the development packages even under NODE_ENV=production; what is built does not.
  await run('npm', ['ci', development ? '--include=dev' : '--omit=dev', '--include=optional'])
}

function isInstalled(development) {
  const required = packagesOf('package-lock.json')
  // npm writes this one last, so an interrupted installation has none.
  const installed = packagesOf('node_modules/.package-lock.json')
  return Object.entries(required).every(
    ([path, { version, optional, dev, devOptional }]) =>
      path === '' ||
      optional ||
      (!development && (dev || devOptional)) ||
      installed[path]?.version === version,
  )
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(join(root, lockFile), 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return {}
    throw error
  }
}
