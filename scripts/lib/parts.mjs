import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './project.mjs'

const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts']
const page = ['src/web', 'src/contract', 'fonts/ibm-plex-sans', ...settings]

/** The build targets by Vite mode, with their sources and one file of their output. */
const targets = [
  {
    mode: 'staff',
    name: "staff's page",
    sources: page,
    product: 'dist/web/manifest.json',
  },
  {
    mode: 'visitor',
    name: "visitor's page",
    sources: page,
    product: 'dist/visitor/manifest.json',
  },
  {
    mode: 'ssr',
    name: "visitor's page for the server",
    sources: page,
    product: 'dist/ssr/visitor.js',
  },
  {
    mode: 'server',
    name: 'server',
    sources: ['src/server', 'src/contract', ...settings],
    product: 'dist/server/main.js',
  },
]

export const staleTargets = () => targets.filter(isStale)

const stampFile = ({ mode }) => join(root, 'dist', `${mode}.stamp`)

/** Rebuilds a target. Its stamp is deleted first and then written with the fingerprint of the sources. */
export async function rebuild(part, build) {
  const sourcesHash = fingerprint(part.sources)
  const stamp = stampFile(part)
  rmSync(stamp, { force: true })
  await build()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, sourcesHash)
}

function isStale(part) {
  const { sources, product } = part
  const file = stampFile(part)
  return (
    !existsSync(join(root, product)) ||
    !existsSync(file) ||
    readFileSync(file, 'utf8') !== fingerprint(sources)
  )
}

/** A hash of names and contents rather than times, which a checkout changes. */
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
