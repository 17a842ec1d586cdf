import { spawn, type ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { cpuMs, residentMb } from './process-usage.ts'

export type Command = readonly string[]

export interface ProcessLimits {
  /** CPU time since the task began, which unlike elapsed time does not depend on the machine's load. */
  maxCpuMs: number
  timeoutMs: number
  /** Of JavaScript's own memory; bytes in buffers are not counted. */
  heapMb: number
  /** Of all that the process has in memory. */
  maxResidentMb: number
  maxResultBytes: number
  /** Nobody waits for it: it leaves the processors to calls. */
  isBackground?: boolean
}

const checkIntervalMs = 100

/** What it starts, and its threads, are born with the same priority. */
function yieldToCalls({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It ended meanwhile.
  }
}

/** Returns a function that tells whether the task, which begins now, has exceeded a limit. */
function createLimitCheck(pid: number, { timeoutMs, maxCpuMs, maxResidentMb }: ProcessLimits): () => boolean {
  const [begunAt, cpuAtStart] = [performance.now(), cpuMs(pid)]
  return () =>
    performance.now() - begunAt > timeoutMs ||
    cpuMs(pid) - cpuAtStart > maxCpuMs ||
    residentMb(pid) > maxResidentMb
}

/** Kills it and what it may have started, which shares its process group. */
function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended meanwhile.
  }
}

/**
 * Starts a process without an environment, which writes one byte to its descriptor 3 when its task is loaded, reads
 * `request` from its input, and writes its result to the same descriptor. null where it does not end well or exceeds a
 * limit. Rejects where it does not begin: until then it has read nothing of the input.
 */
export async function runProcess(
  [file = '', ...args]: Command,
  request: Buffer,
  limits: ProcessLimits,
): Promise<Buffer | null> {
  const child = spawn(file, args, {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    env: {},
    cwd: '/',
    // Ctrl-C in a terminal goes to the whole group, but the server alone decides when a task ends.
    detached: true,
  })
  if (limits.isBackground) yieldToCalls(child)
  const timers: NodeJS.Timeout[] = []
  try {
    return await new Promise((resolve, reject) => {
      const received: Buffer[] = []
      let length = 0
      const end = (error: Error) => (length > 0 ? resolve(null) : reject(error))
      const begin = () => {
        const isExceeded = createLimitCheck(child.pid ?? 0, limits)
        timers.push(setInterval(() => isExceeded() && resolve(null), checkIntervalMs))
        child.stdin?.end(request)
      }
      timers.push(setTimeout(() => end(new Error('the process does not begin')), limits.timeoutMs))
      child.stdio[3]?.on('error', end).on('data', (chunk: Buffer) => {
        if (length === 0) begin()
        length += chunk.length
        if (length > limits.maxResultBytes) return resolve(null)
        received.push(chunk)
      })
      // It may end without having read its input.
      child.stdin?.on('error', () => {})
      child.on('error', end)
      child.on('exit', (code) => code !== 0 && end(new Error(`the process ended with ${code}`)))
      child.on('close', () => {
        if (length === 0) end(new Error('the process ended before it began'))
        resolve(Buffer.concat(received).subarray(1))
      })
    })
  } finally {
    for (const timer of timers) clearInterval(timer)
    killGroup(child)
    for (const stream of child.stdio) stream?.destroy()
  }
}
