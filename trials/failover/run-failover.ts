// npm run trial -- failover [--rounds 20] [--desks 4] [--keep]: three nodes of PostgreSQL under Patroni and two servers, on one
// machine in network namespaces that are made and removed here; under load the primary is killed, a node's network is cut, and
// etcd's leader is killed. Judged by what the desks were told. Needs root and Debian; installs what it needs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { NotInstalled } from '../../test/support/debian.ts'
import { installTrial } from './install.ts'
import { findLeftPrefixes, hubOf, makeNetwork, prefixOf, removeNetwork } from './network.ts'
import { runRounds } from './run-rounds.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    desks: { type: 'string', default: '4' },
    keep: { type: 'boolean', default: false },
    install: { type: 'boolean', default: false },
    /** Set by this program for its part in the namespace of the servers. */
    inside: { type: 'string' },
  },
})

async function inside(prefix: string) {
  const { pgbouncer } = await installTrial()
  const violations = await runRounds({
    prefix,
    folder: process.env['FAILOVER_FOLDER'] ?? '',
    pgbouncer,
    rounds: Number(values.rounds),
    desks: Number(values.desks),
  })
  for (const line of violations.slice(0, 20)) console.log(line)
  console.log(
    violations.length === 0
      ? 'nothing lost, nothing doubled, nothing half done'
      : `${violations.length} violations`,
  )
  return violations.length === 0 ? 0 : 1
}

async function removeLeft() {
  for (const prefix of await findLeftPrefixes()) {
    console.log(`removing what ${prefix} left`)
    await removeNetwork(prefix)
    for (const name of await readdir(tmpdir()))
      if (name.startsWith(`${prefix}-`)) await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

async function outside() {
  const { pgbouncer } = await installTrial()
  console.log(`PgBouncer ${pgbouncer.version} of Debian's newer release, beside the system`)
  if (values.install) return 0
  await removeLeft()
  const prefix = prefixOf(process.pid)
  const folder = await mkdtemp(join(tmpdir(), `${prefix}-`))
  await chmod(folder, 0o755)
  try {
    await makeNetwork(prefix)
    const again = [...process.execArgv, ...process.argv.slice(1), '--inside', prefix]
    const child = spawn('ip', ['netns', 'exec', hubOf(prefix), process.execPath, ...again], {
      stdio: 'inherit',
      env: { ...process.env, FAILOVER_FOLDER: folder },
    })
    // Ctrl C reaches the child as well; the cleanup is below.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGKILL'))
    const [code] = (await once(child, 'exit')) as [number | null]
    return code ?? 1
  } finally {
    await removeNetwork(prefix)
    if (values.keep) console.log(`logs are in ${folder}`)
    else await rm(folder, { recursive: true, force: true })
  }
}

const run = values.inside === undefined ? outside() : inside(values.inside)
process.exit(
  await run.catch((error: unknown) => {
    console.error(error instanceof NotInstalled ? error.message : error)
    return 1
  }),
)
