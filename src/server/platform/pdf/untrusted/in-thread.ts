import { Worker } from 'node:worker_threads'
import { processorMs } from './processor-time.ts'
import type { Task, TaskName } from './tasks.ts'

export interface Assignment<N extends TaskName> {
  task: N
  args: Parameters<Task<N>>
}
export type Result<N extends TaskName> = Awaited<ReturnType<Task<N>>>
/** First that it has begun, with the name of its thread; then what it found. */
export type Answer<N extends TaskName> = { begun: string } | { result: Result<N> }

/** Beside this file, among the sources as in the built server. */
const file = import.meta.url.endsWith('.ts') ? 'picture-thread.mjs' : 'picture-thread.js'
const entry = new URL(file, import.meta.url)

/** Of work from the moment that the thread has begun; on a busy machine that takes longer than by the clock. */
const mostWorkMs = 6000
const mostMs = 60_000
const lookEveryMs = 200

/** Says whether the work that begins now has taken too long. */
function watchOver(thread: string): () => boolean {
  const [begunAt, worked] = [performance.now(), processorMs(thread)]
  return () => performance.now() - begunAt > mostMs || processorMs(thread) - worked > mostWorkMs
}

const atOnce = 2

let running = 0
const waiting: (() => void)[] = []

async function enter(): Promise<void> {
  if (running < atOnce) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
}

function leave(): void {
  const next = waiting.shift()
  if (next) next()
  else running -= 1
}

/**
 * Does a task on an uploaded file in a thread of its own, a few at a time in the order of their calls. null where the
 * task says so, and where the file takes more time or memory than it may: then the thread is ended. Rejects where no
 * thread can begin, which is no fault of the file.
 */
export async function inThread<N extends TaskName>(
  task: N,
  ...args: Parameters<Task<N>>
): Promise<Result<N> | null> {
  await enter()
  try {
    return await live({ task, args })
  } finally {
    leave()
  }
}

async function live<N extends TaskName>(workerData: Assignment<N>): Promise<Result<N> | null> {
  const thread = new Worker(entry, {
    workerData,
    execArgv: [],
    // What it reads was written by strangers: it gets no secrets, and what it prints goes nowhere.
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  })
  thread.stdout.resume()
  thread.stderr.resume()
  let watch: NodeJS.Timeout | undefined
  try {
    return await new Promise<Result<N> | null>((resolve, reject) => {
      let hasBegun = false
      const end = (error: Error) => (hasBegun ? resolve(null) : reject(error))
      thread.on('message', (answer: Answer<N>) => {
        if ('result' in answer) return resolve(answer.result)
        hasBegun = true
        const isTooLong = watchOver(answer.begun)
        watch = setInterval(() => isTooLong() && resolve(null), lookEveryMs)
      })
      thread.on('error', end)
      thread.on('exit', (code) => end(new Error(`a thread for pictures ended with ${code}`)))
    })
  } finally {
    clearInterval(watch)
    await thread.terminate()
  }
}
