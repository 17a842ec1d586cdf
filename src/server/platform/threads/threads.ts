import { Worker } from 'node:worker_threads'
import { threadCpuMs } from './processor-time.ts'

/** Tasks by name; a thread loads only the task that it runs. */
export type Tasks = Record<string, () => Promise<(...args: never[]) => unknown>>
type Task<T extends Tasks, N extends keyof T> = Awaited<ReturnType<T[N]>>
type Result<T extends Tasks, N extends keyof T> = Awaited<ReturnType<Task<T, N>>>

export interface ThreadRequest {
  task: string
  args: readonly unknown[]
}
/** Messages of a thread: first that it has begun, with its thread id; then the result. */
export type ThreadMessage = { begun: string } | { result: unknown }

export interface ThreadLimits {
  /** Name of a file next to the caller's, without extension: `.mjs` in the sources, `.js` in the build. */
  entry: string
  /** CPU time since the task began, which unlike elapsed time does not depend on the machine's load. */
  maxCpuMs: number
  timeoutMs: number
  /** Of JavaScript's own memory; bytes in buffers are not counted. */
  memoryMb: number
  concurrency: number
}

const checkIntervalMs = 200

/** A semaphore; waiting callers enter in the order of their calls. */
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

/** Returns a function that tells whether the task, which begins now, has exceeded a limit. */
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
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise((resolve, reject) => {
      let hasBegun = false
      const end = (error: Error) => (hasBegun ? resolve(null) : reject(error))
      thread.on('message', (answer: ThreadMessage) => {
        if ('result' in answer) return resolve(answer.result)
        hasBegun = true
        const isTooLong = createTimeoutCheck(answer.begun, limits)
        timer = setInterval(() => isTooLong() && resolve(null), checkIntervalMs)
      })
      thread.on('error', end)
      thread.on('exit', (code) => end(new Error(`${limits.entry} ended with ${code}`)))
    })
  } finally {
    clearInterval(timer)
    await thread.terminate()
  }
}

/**
 * Runs tasks on untrusted input, each in a thread of its own, with limited concurrency. null where the task returns it,
 * fails, or exceeds a limit: then the thread is terminated. Rejects where no thread can be started, which is not the
 * input's fault. `importerUrl` is the caller's `import.meta.url`.
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
