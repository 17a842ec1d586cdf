import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './project.mjs'

const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts']
const page = ['src/web', 'src/contract', 'src/texts', 'fonts/ibm-plex-sans', ...settings]

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
    sources: ['src/server', 'src/contract', 'src/texts', ...settings],
    product: 'dist/server/main.js',
  },
  {
    mode: 'filler',
    name: 'form filler',
    sources: ['src/filler', 'src/contract', ...settings],
    product: 'dist/filler/background.js',
  },
]

export const staleTargets = () => targets.filter(isStale)

const stampFile = ({ mode }) => join(root, 'dist', `${mode}.stamp`)

/** Rebuilds a target. Its stamp is deleted first and then written with what the sources were. */
export async function rebuild(part, build) {
  const stamp = { contents: contentsOf(part.sources), state: stateOf(part.sources) }
  rmSync(stampFile(part), { force: true })
  await build()
  mkdirSync(dirname(stampFile(part)), { recursive: true })
  writeStamp(part, stamp)
}

const writeStamp = (part, stamp) => writeFileSync(stampFile(part), JSON.stringify(stamp))

/** Undefined where there is none, or one of another version of this file. */
function readStamp(part) {
  try {
    return JSON.parse(readFileSync(stampFile(part), 'utf8'))
  } catch {
    return undefined
  }
}

/** Files that nothing was written to need not be read; a checkout writes, and is judged by the contents. */
function isStale(part) {
  const { sources, product } = part
  const stamp = readStamp(part)
  if (!stamp || !existsSync(join(root, product))) return true
  const state = stateOf(sources)
  if (stamp.state === state) return false
  if (stamp.contents !== contentsOf(sources)) return true
  try {
    writeStamp(part, { ...stamp, state })
  } catch {
    // Where dist/ cannot be written, the contents are read each time.
  }
  return false
}

/** A hash of the names of the sources, and of what `describe` says of each. */
function fingerprint(sources, describe) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesIn))
    hash
      .update(`${relative(root, file)}\0`)
      .update(describe(file))
      .update('\0')
  return hash.digest('hex')
}

const contentsOf = (sources) => fingerprint(sources, (file) => readFileSync(file))

/** Targets share sources; what was written since is found stale the next time. */
const states = new Map()

/** When they were last written; the kernel's own time of change is none that a tool sets back. */
const stateOf = (sources) =>
  sources
    .map((source) => {
      if (!states.has(source)) states.set(source, fingerprint([source], describeState))
      return states.get(source)
    })
    .join(' ')

function describeState(file) {
  const { ino, size, mtimeMs, ctimeMs } = statSync(file)
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`
}

function filesIn(source) {
  const path = join(root, source)
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}
