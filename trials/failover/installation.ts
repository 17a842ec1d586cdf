import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { signIn } from '#contract/session.ts'
import { intakeKey, type Installation } from '../faults/crash/installation.ts'
import { cookieOf, send } from '../../test/support/call.ts'
import { startSmtp } from '../../test/support/mail/smtp.ts'
import { freePort, startServerProcess } from '../../test/support/server-process.ts'
import { superuserUrl } from './cluster.ts'
import { fillTemplate } from '../../test/support/pgbouncer/fill-template.ts'
import { addressOf } from './network.ts'
import { startPgBouncer } from '../../test/support/pgbouncer/pgbouncer.ts'
import type { PgBouncer } from '../../test/support/pgbouncer/install.ts'

const credentials = { email: 'admin@failover.example', password: 'a password of the failover trial' }
const passwords = { pabean: 'owner', pabean_serving: 'serving' }
const primaryPort = 5000

export async function queryPrimary<Row extends pg.QueryResultRow>(text: string, database = 'pabean') {
  const client = new pg.Client({ connectionString: superuserUrl(primaryPort, database) })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function untilPrimary() {
  const isThere = () =>
    queryPrimary('select 1', 'postgres').then(
      () => true,
      () => false,
    )
  while (!(await isThere())) await pause(500)
}

export async function startFailoverInstallation(folder: string, pgbouncer: PgBouncer) {
  const ports = { public: await freePort(), first: await freePort(), second: await freePort() }
  const config = join(folder, 'haproxy.cfg')
  await writeFile(
    config,
    await fillTemplate('haproxy.cfg', {
      DATABASE_PROXY: '127.0.0.1',
      NODE_1: addressOf(1),
      NODE_2: addressOf(2),
      NODE_3: addressOf(3),
      PUBLIC_ADDRESS: '127.0.0.1',
      PUBLIC_PORT: String(ports.public),
      SERVER_1: `127.0.0.1:${ports.first}`,
      SERVER_2: `127.0.0.1:${ports.second}`,
    }),
  )
  const haproxy = spawn('/usr/sbin/haproxy', ['-db', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  haproxy.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4000)))
  haproxy.once('exit', (code) => {
    if (code) console.error(`haproxy ended with ${code}:\n${said}`)
  })
  await untilPrimary()
  for (const [role, password] of Object.entries(passwords))
    await queryPrimary(`create role ${role} login password '${password}'`, 'postgres')
  await queryPrimary('alter role pabean createrole', 'postgres')
  await queryPrimary(`create database pabean owner pabean encoding 'UTF8' template template0`, 'postgres')

  const pooler = await startPgBouncer({ pgbouncer, roles: passwords })
  const smtp = await startSmtp()
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const served = (database: string) =>
    `postgresql://pabean_serving:${passwords.pabean_serving}@127.0.0.1:${pooler.port}/${database}`
  const url = `http://127.0.0.1:${ports.public}`
  const env = {
    DATABASE_URL: served('pabean'),
    READ_DATABASE_URL: served('pabean_read'),
    MIGRATION_DATABASE_URL: `postgresql://pabean:${passwords.pabean}@127.0.0.1:${primaryPort}/pabean`,
    DATA_DIR: dataDir,
    DATA_KEYS: `failover:${Buffer.alloc(32, 9).toString('base64')}`,
    PUBLIC_URL: url,
    DEMO: '0',
    ADMIN_EMAIL: credentials.email,
    ADMIN_PASSWORD: credentials.password,
    INTAKE_KEY: intakeKey,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    LOG_LEVEL: 'warn',
    SESSION_IDLE_MINUTES: '720',
  }
  const servers = [
    await startServerProcess({ ...env, PORT: String(ports.first) }),
    await startServerProcess({ ...env, PORT: String(ports.second) }),
  ]

  /** A proxy counts a server that only reads as ready too. */
  const isServing = async () => {
    const answers = await Promise.all(
      servers.map((server) =>
        fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(3000) }).then(
          async (answer) => answer.ok && (await answer.text()).includes('"ready"'),
          () => false,
        ),
      ),
    )
    return (
      answers.every(Boolean) &&
      (await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
  }
  const untilServing = async () => {
    do await pause(100)
    while (!(await isServing()))
  }
  const stop = async () => {
    for (const server of servers) await server.end()
    await writeFile(join(folder, 'servers.log'), servers.map((server) => server.output()).join('\n'))
  }
  const nothingOfTheSort = async () => {
    throw new Error('the nodes are killed by the cluster')
  }
  const installation: Installation = {
    url,
    folder: dataDir,
    smtp,
    async signIn() {
      const { body, headers } = await send(url, signIn, { body: credentials })
      return { token: body.jwtToken, cookie: cookieOf(headers) }
    },
    untilServing,
    killServer: nothingOfTheSort,
    killPostgres: nothingOfTheSort,
    stop,
    async remove() {
      await stop()
      await pooler.stop()
      await smtp.stop()
      if (haproxy.exitCode === null) {
        const ended = once(haproxy, 'exit')
        haproxy.kill('SIGTERM')
        await ended
      }
    },
  }
  await untilServing()
  return {
    installation,
    lateRecords: async () => (await readdir(join(dataDir, 'late-records')).catch(() => [])).length,
  }
}
