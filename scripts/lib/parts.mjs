import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './project.mjs'

const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts']

/** The two halves of a build: what each is made from, and one file that it is not without. */
export const parts = {
  web: {
    name: 'pages',
    sources: ['src/web', 'src/contract', ...settings],
    product: 'dist/web/manifest.json',
    stamp: 'dist/web.stamp',
    ssr: false,
  },
  server: {
    name: 'server',
    sources: ['src/server', 'src/contract', ...settings],
    product: 'dist/server/main.js',
    stamp: 'dist/server.stamp',
    ssr: true,
  },
}

export const staleParts = () => Object.values(parts).filter(isStale)

/** Makes `part` by `make`. Its stamp is gone meanwhile, and says afterwards what the sources were before. */
export async function renew(part, make) {
  const print = fingerprint(part.sources)
  const stamp = join(root, part.stamp)
  rmSync(stamp, { force: true })
  await make()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, print)
}

function isStale({ sources, product, stamp }) {
  const file = join(root, stamp)
  return (
    !existsSync(join(root, product)) ||
    !existsSync(file) ||
    readFileSync(file, 'utf8') !== fingerprint(sources)
  )
}

/** Of names and contents, as a checkout changes the times of files that stayed the same. */
function fingerprint(sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesIn(join(root, source)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}
