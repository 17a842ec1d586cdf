import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../server-process.ts'
import { fillTemplate } from './fill-template.ts'
import type { PgBouncer } from './install.ts'

/** What runs as PostgreSQL's own user, since none of these programs runs as root. */
export const asPostgres = (command: string, args: readonly string[]): [string, string[]] => [
  'setpriv',
  ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', '--', command, ...args],
]

export interface Pooler {
  port: number
  stop(): Promise<void>
}

interface PoolerOptions {
  pgbouncer: PgBouncer
  /** Lines of its section of databases, instead of those of the template. */
  databases?: readonly string[]
  /** Values of the template beside its own address. */
  values?: Record<string, string>
  /** Passwords by role. */
  roles: Record<string, string>
  authType?: 'trust'
  /** Settings instead of the template's. */
  changes?: Record<string, string>
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** PgBouncer by `deploy/failover/pgbouncer.ini` at a free port of the loopback. */
export async function startPgBouncer(options: PoolerOptions): Promise<Pooler> {
  const { pgbouncer, databases, values = {}, roles, authType, changes = {} } = options
  const folder = await mkdtemp(join(tmpdir(), 'pabean-pooler-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const authFile = join(folder, 'users.txt')
  const users = Object.entries(roles).map(([role, password]) => `"${role}" "${password}"\n`)
  await writeFile(authFile, users.join(''))
  const text = await fillTemplate('pgbouncer.ini', {
    DATABASE_PROXY: '127.0.0.1',
    ...values,
    POOLER_ADDRESS: '127.0.0.1',
    POOLER_PORT: String(port),
    AUTH_FILE: authFile,
  })
  const section = text.slice(text.indexOf('[pgbouncer]'))
  const settings = Object.entries({ ...(authType && { auth_type: authType }), ...changes }).reduce(
    (lines, [name, value]) => lines.replace(new RegExp(`^${name} = .*$`, 'm'), `${name} = ${value}`),
    section,
  )
  const ini = join(folder, 'pgbouncer.ini')
  await writeFile(ini, databases ? `[databases]\n${databases.join('\n')}\n\n${settings}` : text)
  const [command, args] = asPostgres(pgbouncer.command, [...pgbouncer.args, '-q', ini])
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4000)))
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended before it listened:\n${said}`)
    await pause(50)
  }
  return {
    port,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        // At once: at SIGTERM it waits for its clients, and a test that failed may have left some.
        child.kill('SIGQUIT')
        await ended
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
