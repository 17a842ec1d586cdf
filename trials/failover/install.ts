import { installPackages, requireDebian, type Packages } from '../../test/support/debian.ts'
import { installPgBouncer, type PgBouncer } from '../../test/support/pgbouncer/install.ts'

const packages = {
  patroni: { program: '/usr/bin/patroni', services: ['patroni'] },
  'python3-etcd': { program: '/usr/lib/python3/dist-packages/etcd/__init__.py', services: [] },
  'etcd-server': { program: '/usr/bin/etcd', services: ['etcd'] },
  haproxy: { program: '/usr/sbin/haproxy', services: ['haproxy'] },
  'postgresql-15': { program: '/usr/lib/postgresql/15/bin/postgres', services: ['postgresql'] },
} satisfies Packages

export async function installTrial(): Promise<{ pgbouncer: PgBouncer }> {
  await requireDebian()
  await installPackages(packages)
  return { pgbouncer: await installPgBouncer() }
}
