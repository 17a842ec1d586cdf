import { Worker } from 'node:worker_threads'
import { threadCpuMs } from './processor-time.ts'

/** What is done in threads, by name; a thread loads what its one task needs. */
export type Tasks = Record<string, () => Promise<(...args: never[]) => unknown>>
type Task<T extends Tasks, N extends keyof T> = Awaited<ReturnType<T[N]>>
type Result<T extends Tasks, N extends keyof T> = Awaited<ReturnType<Task<T, N>>>

export interface ThreadRequest {
  task: string
  args: readonly unknown[]
}
/** First that it has begun, with the name of its thread; then what it found. */
export type ThreadMessage = { begun: string } | { result: unknown }

export interface ThreadLimits {
  /** Of a file beside the caller's, without its ending: `.mjs` among the sources, `.js` in the built server. */
  entry: string
  /** Of work from the moment that the thread has begun; on a busy machine that takes longer than by the clock. */
  maxCpuMs: number
  timeoutMs: number
  /** Of JavaScript's own memory; bytes in buffers are not counted. */
  memoryMb: number
  concurrency: number
}

const checkIntervalMs = 200

/** Lets at most so many in at once, the others in the order of their calls. */
function createSemaphore(concurrency: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async enter(): Promise<void> {
      if (running < concurrency) running += 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    leave(): void {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    },
  }
}

/** Says whether the work that begins now has taken too long. */
function createTimeoutCheck(thread: string, { timeoutMs, maxCpuMs }: ThreadLimits): () => boolean {
  const [begunAt, cpuAtStart] = [performance.now(), threadCpuMs(thread)]
  return () => performance.now() - begunAt > timeoutMs || threadCpuMs(thread) - cpuAtStart > maxCpuMs
}

async function runThread(entry: URL, workerData: ThreadRequest, limits: ThreadLimits): Promise<unknown> {
  const thread = new Worker(entry, {
    workerData,
    execArgv: [],
    // What it reads was written by strangers: it gets no secrets, and what it prints goes nowhere.
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32 },
  })
  thread.stdout.resume()
  thread.stderr.resume()
  let watch: NodeJS.Timeout | undefined
  try {
    return await new Promise((resolve, reject) => {
      let hasBegun = false
      const end = (error: Error) => (hasBegun ? resolve(null) : reject(error))
      thread.on('message', (answer: ThreadMessage) => {
        if ('result' in answer) return resolve(answer.result)
        hasBegun = true
        const isTooLong = createTimeoutCheck(answer.begun, limits)
        watch = setInterval(() => isTooLong() && resolve(null), checkIntervalMs)
      })
      thread.on('error', end)
      thread.on('exit', (code) => end(new Error(`${limits.entry} ended with ${code}`)))
    })
  } finally {
    clearInterval(watch)
    await thread.terminate()
  }
}

/**
 * Does a task on what strangers sent in a thread of its own, a few at a time in the order of their calls. null where the
 * task says so, and where it fails or takes more time or memory than it may: then the thread is ended. Rejects where no
 * thread can begin, which is no fault of what was sent. `from` is the caller's `import.meta.url`.
 */
export function createThreadRunner<T extends Tasks>(importerUrl: string, limits: ThreadLimits) {
  const entry = new URL(`${limits.entry}${importerUrl.endsWith('.ts') ? '.mjs' : '.js'}`, importerUrl)
  const { enter, leave } = createSemaphore(limits.concurrency)
  return async <N extends keyof T & string>(
    task: N,
    ...args: Parameters<Task<T, N>>
  ): Promise<Result<T, N> | null> => {
    await enter()
    try {
      return (await runThread(entry, { task, args }, limits)) as Result<T, N> | null
    } finally {
      leave()
    }
  }
}
