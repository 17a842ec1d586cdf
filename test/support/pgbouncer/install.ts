import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { failWith, isThere, NotInstalled, requireDebian, unpackNewer } from '../debian.ts'

const run = promisify(execFile)

/** Where PgBouncer of a newer Debian lies, with its libraries. */
const programFolder = '/var/lib/pabean-failover'

/** From 1.21 on it keeps named statements in transaction mode; the newer release of Debian has that, this one has not. */
const pgbouncerPackages = [
  'pgbouncer',
  'libc6',
  'libcares2',
  'libevent-2.1-7t64',
  'libssl3t64',
  'libsystemd0',
  'libpam0g',
  'libaudit1',
  'libcap-ng0',
  'libcap2',
  'libldap2',
  'libsasl2-2',
  'libcrypt1',
  'libgcc-s1',
  'zlib1g',
  'libzstd1',
]

/** PgBouncer with the libraries and the loader that it was built for, as `command` and its first arguments. */
export interface PgBouncer {
  command: string
  args: readonly string[]
  version: string
}

async function findLoader(root: string): Promise<{ loader: string; libraries: string } | null> {
  for (const arch of ['x86_64-linux-gnu', 'aarch64-linux-gnu']) {
    const libraries = join(root, 'usr/lib', arch)
    const name = (await readdir(libraries).catch(() => [])).find((file) => /^ld-linux.*\.so\.\d$/.test(file))
    if (name) return { loader: join(libraries, name), libraries }
  }
  return null
}

async function locatePgBouncer(root: string): Promise<PgBouncer | null> {
  const found = await findLoader(root)
  const program = join(root, 'usr/sbin/pgbouncer')
  if (!found || !(await isThere(program))) return null
  const args = ['--library-path', found.libraries, program]
  const { stdout } = await run(found.loader, [...args, '--version']).catch(
    failWith(`PgBouncer does not run beside this system's libraries (${root})`),
  )
  const version = /PgBouncer (\S+)/.exec(stdout)?.[1] ?? 'unknown'
  return { command: found.loader, args, version }
}

/** PgBouncer alone, for the HTTP tests. */
export async function installPgBouncer(): Promise<PgBouncer> {
  await requireDebian()
  const root = join(programFolder, 'pgbouncer')
  const present = await locatePgBouncer(root)
  if (present) return present
  await unpackNewer(pgbouncerPackages, root)
  const unpacked = await locatePgBouncer(root)
  if (!unpacked) throw new NotInstalled(`PgBouncer was unpacked to ${root}, but is not there.`)
  return unpacked
}
