import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface WorkerPool {
  killOne(): void
  setCount(count: number): void
  kills(): number
  refusedConnections(): number
  stop(): Promise<void>
}

const quietEnv = { LOG_LEVEL: 'error', NODE_NO_WARNINGS: '1' }
const command = ['--import', 'tsx', 'trials/faults/mails/worker.ts']

export function startWorkerPool(env: Record<string, string>): WorkerPool {
  const working = new Set<ChildProcess>()
  /** Started, waiting for the first message. */
  const ready: ChildProcess[] = []
  const children = new Set<ChildProcess>()
  const counters = { refused: 0, kills: 0 }
  const state = { wanted: 1, stopping: false }

  function spawnOne() {
    const child = spawn(process.execPath, command, {
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...quietEnv, ...env },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    children.add(child)
    child.stdout?.on('data', (bytes: Buffer) => {
      const output = bytes.toString()
      if (output.startsWith('ready')) ready.push(child)
      counters.refused += output.split('\n').filter((line) => line.includes('ECONNREFUSED')).length
      startMissing()
    })
    child.once('exit', () => {
      children.delete(child)
      working.delete(child)
      startMissing()
    })
  }

  /** Keeps one spare process ready, so that a replacement starts at once. */
  function startMissing() {
    if (state.stopping) return
    while (working.size < state.wanted) {
      const next = ready.shift()
      if (!next) break
      working.add(next)
      next.send('begin')
    }
    while (children.size < state.wanted + 1) spawnOne()
  }

  startMissing()
  return {
    killOne() {
      const victims = [...working]
      const victim = victims[Math.floor(Math.random() * victims.length)]
      if (!victim) return
      working.delete(victim)
      counters.kills += 1
      victim.kill('SIGKILL')
    },
    setCount(count) {
      state.wanted = count
      startMissing()
    },
    kills: () => counters.kills,
    refusedConnections: () => counters.refused,
    async stop() {
      state.stopping = true
      await Promise.all(
        [...children].map((child) => {
          const ended = once(child, 'exit')
          child.kill('SIGTERM')
          return ended
        }),
      )
    },
  }
}
