import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Installs the packages if `node_modules` lacks any that `package-lock.json` names; throws if that fails. */
export function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing packages…')
  // The build and the tests need the development packages even under NODE_ENV=production.
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--include=optional'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error('npm ci failed.')
}

function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  // npm writes this one last, so an interrupted installation has none.
  const present = packagesOf('node_modules/.package-lock.json')
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || present[path]?.version === version,
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
