import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '#server/platform/project-root.ts'

export interface ServerProcess {
  url: string
  child: ChildProcess
  hasEnded(): boolean
  /** What it has written so far. */
  output(): string
  /** Sends the signal and waits until the process has ended. */
  end(signal?: NodeJS.Signals): Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/**
 * Starts the built server as a process and waits until it is ready; `env` is its whole configuration, with a
 * free port unless it names one. `hostName`: of the address by which it is reached. `folder`: of another version.
 */
export async function startServerProcess(
  env: Record<string, string>,
  hostName = '127.0.0.1',
  folder = projectRoot(),
): Promise<ServerProcess> {
  const port = env['PORT'] ?? String(await freePort())
  const url = `http://${hostName}:${port}`
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PUBLIC_URL: url,
      ...env,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))

  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
  while (!(await isReady())) {
    if (hasEnded()) throw new Error(`the server ended before it was ready:\n${output}`)
    await pause(100)
  }
  return {
    url,
    child,
    hasEnded,
    output: () => output,
    async end(signal = 'SIGTERM') {
      if (hasEnded()) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}
