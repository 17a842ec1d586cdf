// What a trial takes of Debian, which the product itself does not need.
import { execFile } from 'node:child_process'
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The release after the one that the machines run. */
export const newerRelease = 'trixie'
/** Outside of the repository and of the system's own folders. */
const cacheFolder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pabean-debian')

/** What cannot be had, in words for whoever runs the trial. */
export class NotInstalled extends Error {}

export const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

export const failWith = (what: string) => (error: { stderr?: string; message: string }) => {
  const lines = (error.stderr || error.message).trim().split('\n')
  throw new NotInstalled(`${what}: ${lines.slice(-3).join(' ')}`)
}

/** By the package's name: a file of it, and the services that its installation starts. */
export type Packages = Readonly<Record<string, { program: string; services: readonly string[] }>>

/** Installs those that are not there, and starts nothing of them. */
export async function installPackages(packages: Packages): Promise<void> {
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

/** Rejects with `NotInstalled` where the trial cannot install anything. */
export async function requireDebian(): Promise<void> {
  if (process.getuid?.() !== 0) throw new NotInstalled('Run it as root: it installs packages of Debian.')
  if (!(await isThere('/usr/bin/apt-get')))
    throw new NotInstalled('The trial runs on Debian: there is no apt-get.')
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
    `No mirror of Debian is configured in /etc/apt: nothing of ${newerRelease} can be fetched.`,
  )
}

/** Unpacks packages of the newer release beside the system, whose own libraries stay as they are. */
export async function unpackNewer(names: readonly string[], root: string): Promise<void> {
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
  for (const file of await readdir(archives)) if (file.endsWith('.deb')) await rm(join(archives, file))
  await run('apt-get', [...options, 'download', '-q', ...names], { cwd: archives }).catch(
    failWith(`${names[0]} of Debian's ${newerRelease} could not be fetched`),
  )
  const partial = `${root}.part`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true, mode: 0o755 })
  for (const file of await readdir(archives))
    if (file.endsWith('.deb')) await run('dpkg-deb', ['-x', join(archives, file), partial])
  await rm(root, { recursive: true, force: true })
  await run('mv', [partial, root])
}
