// A sandbox's program under a hostile file's control: it tries forbidden actions.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { runTask } from '#server/platform/sandbox/run-task.ts'

const attempts = {
  read: (path: string) => readFileSync(path),
  write: (path: string) => writeFileSync(path, 'written'),
  execute: (path: string) => {
    const { error } = spawnSync(path)
    if (error) throw error
  },
  start: (path: string) => new Worker(path, { eval: true }),
  connect: (path: string) => connect(path),
  send: (host: string) => createSocket('udp4').send('x', 53, host),
} satisfies Record<string, (path: string) => unknown>

/** Why an attempt failed; '' where it succeeded. */
function attempt(what: keyof typeof attempts, path: string): string {
  try {
    attempts[what](path)
    return ''
  } catch (error) {
    return String(error)
  }
}

/** Outside of JavaScript's own memory. */
async function eatMemory(): Promise<string> {
  const eaten = Array.from({ length: 15 }, () => Buffer.alloc(40_000_000, 1))
  await pause(2000)
  return `ate ${eaten.length}`
}

function waste(): string {
  for (;;) Math.random()
}

const ends: Record<string, () => unknown> = {
  abort: () => process.abort(),
  waste,
  lie: () => ['not a string'],
}

export const probeTasks = {
  attempt: async () => attempt,
  environment: async () => () => Object.keys(process.env),
  eatMemory: async () => eatMemory,
  waste: async () => waste,
  abort: async () => () => process.abort(),
  exit: async () => () => process.exit(0),
  answer: async () => (length: number) => 'x'.repeat(length),
  answerOrEnd: async () => (what: string) => (ends[what]?.() as string | undefined) ?? what,
  lie: async () => () => ['not a string'],
}

await runTask(probeTasks)
