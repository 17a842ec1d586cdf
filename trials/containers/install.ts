import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installPackages, requireDebian, unpackNewer, type Packages } from '../../test/support/debian.ts'

/** Images and base systems, kept for the next run outside of Podman's storage. */
export const cacheFolder = '/var/lib/pabean-containers'

const packages = {
  podman: { program: '/usr/bin/podman', services: ['podman.socket'] },
  runc: { program: '/usr/sbin/runc', services: [] },
  netavark: { program: '/usr/lib/podman/netavark', services: [] },
  'aardvark-dns': { program: '/usr/lib/podman/aardvark-dns', services: [] },
  catatonit: { program: '/usr/bin/catatonit', services: [] },
  iptables: { program: '/usr/sbin/iptables', services: [] },
  debootstrap: { program: '/usr/sbin/debootstrap', services: [] },
} satisfies Packages

/** Limit of processes and of open files. Podman's default of a million is not allowed everywhere. */
const limit = 16_384

/** Podman and its environment. Rejects with `NotInstalled`. */
export async function installPodman(): Promise<NodeJS.ProcessEnv> {
  await requireDebian()
  await installPackages(packages)
  await mkdir(cacheFolder, { recursive: true, mode: 0o755 })
  const [storage, settings] = [join(cacheFolder, 'storage.conf'), join(cacheFolder, 'containers.conf')]
  await writeFile(
    storage,
    `[storage]\ndriver = "overlay"\ngraphroot = "${cacheFolder}/storage"\nrunroot = "/run/pabean-containers"\n`,
  )
  await writeFile(
    settings,
    `[containers]
default_ulimits = ["nofile=${limit}:${limit}", "nproc=${limit}:${limit}"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
`,
  )
  return { ...process.env, CONTAINERS_STORAGE_CONF: storage, CONTAINERS_CONF: settings }
}

/** The path of Docker Compose 2 from the newer Debian release. Rejects with `NotInstalled`. */
export async function installCompose(): Promise<string> {
  const folder = join(cacheFolder, 'compose')
  await unpackNewer(['docker-compose'], folder)
  return join(folder, 'usr/libexec/docker/cli-plugins/docker-compose')
}
