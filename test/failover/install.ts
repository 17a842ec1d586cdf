// npm run test:failover -- --install: what the trial needs of Debian, which the product itself does not.
import { execFile } from 'node:child_process'
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Where PgBouncer of a newer Debian lies, with its libraries: outside of the repository and of the system's own folders. */
const cacheFolder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pabean-failover')
const programFolder = '/var/lib/pabean-failover'

/** By package: a program of it, and the services that its installation starts. */
const packages = {
  patroni: { program: '/usr/bin/patroni', services: ['patroni'] },
  'python3-etcd': { program: '/usr/lib/python3/dist-packages/etcd/__init__.py', services: [] },
  'etcd-server': { program: '/usr/bin/etcd', services: ['etcd'] },
  haproxy: { program: '/usr/sbin/haproxy', services: ['haproxy'] },
  'postgresql-15': { program: '/usr/lib/postgresql/15/bin/postgres', services: ['postgresql'] },
} as const

/** PgBouncer from 1.21 on keeps named statements in transaction mode; this release of Debian has it, the one before has not. */
const newerRelease = 'trixie'
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

/** What cannot be had, in words for whoever runs the trial. */
export class NotInstalled extends Error {}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

const failWith = (what: string) => (error: { stderr?: string; message: string }) => {
  const lines = (error.stderr || error.message).trim().split('\n')
  throw new NotInstalled(`${what}: ${lines.slice(-3).join(' ')}`)
}

async function installPackages(): Promise<void> {
  const missing: string[] = []
  for (const [name, { program }] of Object.entries(packages))
    if (!(await isThere(program))) missing.push(name)
  if (missing.length === 0) return
  // What a package starts by itself would take the ports and the processor; nothing is started while this file is there.
  const policy = '/usr/sbin/policy-rc.d'
  const hadPolicy = await isThere(policy)
  if (!hadPolicy) await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-q']).catch(failWith('The lists of packages could not be read'))
    await run('apt-get', ['install', '-qy', '--no-install-recommends', ...missing], {
      env,
      maxBuffer: 1 << 26,
    }).catch(failWith(`${missing.join(', ')} could not be installed`))
  } finally {
    if (!hadPolicy) await rm(policy, { force: true })
  }
  if (await isThere('/run/systemd/system'))
    for (const { services } of Object.values(packages))
      for (const service of services)
        await run('systemctl', ['disable', '--now', service]).catch(
          failWith(`${service} could not be stopped`),
        )
}

/** The mirror of Debian that this machine reads from. */
async function debianMirror(): Promise<string> {
  const folder = '/etc/apt/sources.list.d'
  const files = [
    '/etc/apt/sources.list',
    ...(await readdir(folder).catch(() => [])).map((name) => join(folder, name)),
  ]
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(() => '')
    const address =
      /^URIs:\s*(\S+\/debian)\/?\s*$/m.exec(text)?.[1] ??
      /^deb\s+(?:\[[^\]]*\]\s+)?(\S+\/debian)\/?\s/m.exec(text)?.[1]
    if (address) return address
  }
  throw new NotInstalled(
    'No mirror of Debian is configured in /etc/apt: PgBouncer 1.21 or newer cannot be fetched.',
  )
}

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

/** Unpacks packages of the newer release beside the system, whose own libraries stay as they are. */
async function unpackPgBouncer(root: string): Promise<void> {
  const mirror = await debianMirror()
  const apt = join(cacheFolder, 'apt')
  await mkdir(join(apt, 'lists', 'partial'), { recursive: true })
  await mkdir(join(apt, 'archives', 'partial'), { recursive: true })
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
  await writeFile(join(apt, 'sources.list'), `deb [signed-by=${keyring}] ${mirror} ${newerRelease} main\n`)
  await writeFile(join(apt, 'status'), '')
  const options = [
    ['Dir::Etc::sourcelist', join(apt, 'sources.list')],
    ['Dir::Etc::sourceparts', '/dev/null'],
    ['Dir::State::lists', join(apt, 'lists')],
    ['Dir::State::status', join(apt, 'status')],
    ['Dir::Cache', apt],
    // Root fetches into a folder of its own home, which apt's user does not reach.
    ['APT::Sandbox::User', 'root'],
  ].flatMap(([name, value]) => ['-o', `${name}=${value}`])
  await run('apt-get', [...options, 'update', '-q']).catch(
    failWith(`The packages of Debian's ${newerRelease} could not be listed at ${mirror}`),
  )
  const archives = join(apt, 'archives')
  await run('apt-get', [...options, 'download', '-q', ...pgbouncerPackages], { cwd: archives }).catch(
    failWith(`PgBouncer of Debian's ${newerRelease} could not be fetched`),
  )
  const partial = `${root}.part`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true, mode: 0o755 })
  for (const file of await readdir(archives))
    if (file.endsWith('.deb')) await run('dpkg-deb', ['-x', join(archives, file), partial])
  await rm(root, { recursive: true, force: true })
  await run('mv', [partial, root])
}

/** PgBouncer alone, for the HTTP tests. */
export async function installPgBouncer(): Promise<PgBouncer> {
  if (process.getuid?.() !== 0) throw new NotInstalled('Run it as root: it installs packages of Debian.')
  const root = join(programFolder, 'pgbouncer')
  const present = await locatePgBouncer(root)
  if (present) return present
  await unpackPgBouncer(root)
  const unpacked = await locatePgBouncer(root)
  if (!unpacked) throw new NotInstalled(`PgBouncer was unpacked to ${root}, but is not there.`)
  return unpacked
}

/** All that the trial needs. Throws `NotInstalled` where something cannot be had. */
export async function installTrial(): Promise<{ pgbouncer: PgBouncer }> {
  if (process.getuid?.() !== 0) throw new NotInstalled('Run it as root: it installs packages of Debian.')
  if (!(await isThere('/usr/bin/apt-get')))
    throw new NotInstalled('The trial runs on Debian: there is no apt-get.')
  await installPackages()
  return { pgbouncer: await installPgBouncer() }
}
