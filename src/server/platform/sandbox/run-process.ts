import { spawn, type ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { readFileSync } from 'node:fs'
import { readFrames, toFrame } from './frames.ts'

export type Command = readonly string[]

export interface ProcessLimits {
  /** CPU time of one request, which unlike elapsed time does not depend on the machine's load. */
  maxCpuMs: number
  timeoutMs: number
  /** JavaScript's heap, without buffers. */
  heapMb: number
  /** The process's whole resident memory. */
  maxResidentMb: number
  maxResultBytes: number
  /** No call waits for it, so it has a lower priority. */
  isBackground?: boolean
}

const checkIntervalMs = 100

/** All sandboxes have a lower priority than the server. */
const { PRIORITY_BELOW_NORMAL } = constants.priority
const priorities = { background: PRIORITY_BELOW_NORMAL, call: PRIORITY_BELOW_NORMAL / 2 }

/** Its threads and children inherit the priority. */
function setBack({ pid }: ChildProcess, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority)
  } catch {
    // The process has ended.
  }
}

type LimitCheck = () => boolean

function createLimitCheck(
  { pid = 0 }: ChildProcess,
  { timeoutMs, maxCpuMs, maxResidentMb }: ProcessLimits,
): LimitCheck {
  const [begunAt, cpuAtStart] = [performance.now(), cpuMs(pid)]
  return () =>
    performance.now() - begunAt > timeoutMs ||
    cpuMs(pid) - cpuAtStart > maxCpuMs ||
    residentMb(pid) > maxResidentMb
}

/** Loading the program is limited only by time. */
const whileLoading = (limits: ProcessLimits): ProcessLimits => ({
  ...limits,
  maxCpuMs: Infinity,
  maxResidentMb: Infinity,
})

const maxSaid = 2000

/** Keeps the last characters of a stream; a process with untrusted input may write without end. */
function keepEnd(output: Readable | null): () => string {
  let end = ''
  output?.on('data', (chunk: Buffer) => (end = (end + chunk.toString()).slice(-maxSaid)))
  return () => end.trim()
}

function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}

/** A process that answers one request after the other. */
export interface SandboxProcess {
  /**
   * The limits hold for each request. Returns an error where one is exceeded or the process ended; it answers no
   * further requests.
   */
  ask(request: Buffer): Promise<Buffer | Error>
  /** Whether the process has so much in memory that the next request needs a new one. */
  isFull(): boolean
  end(): Promise<void>
  kill(): void
}

/**
 * Starts a process without an environment. It sends an empty frame on descriptor 3 when its task is loaded, then one
 * for each request on its input. Rejects where it does not start: until then it has read no input.
 */
export async function startProcess(
  [file = '', ...args]: Command,
  limits: ProcessLimits,
): Promise<SandboxProcess> {
  const child = spawn(file, args, {
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    env: {},
    cwd: '/',
    // Ctrl-C reaches the whole process group, but only the server ends a task.
    detached: true,
  })
  setBack(child, limits.isBackground ? priorities.background : priorities.call)
  const saidAtLast = keepEnd(child.stderr)
  let timer: NodeJS.Timeout | undefined
  const ended = new Promise<Error>((resolve) => {
    // The process may end before it has read its input.
    child.stdin?.on('error', () => {})
    child.on('error', resolve)
    child.on('exit', (code) => code !== 0 && resolve(new Error(`the process ended with ${code}`)))
  })
  const output = child.stdio[3]
  const frames = readFrames(output instanceof Readable ? output : Readable.from([]), limits.maxResultBytes)
  const receive = async (isExceeded: LimitCheck) => {
    const exceeded = new Promise<Error>((resolve) => {
      timer = setInterval(() => isExceeded() && resolve(new Error('a limit is exceeded')), checkIntervalMs)
    })
    const reply = frames.next().then(
      ({ value }) => value ?? new Error('the process ended'),
      (error: Error) => error,
    )
    try {
      return await Promise.race([ended, exceeded, reply])
    } finally {
      clearInterval(timer)
    }
  }
  const kill = () => {
    killGroup(child)
    for (const stream of child.stdio) stream?.destroy()
  }

  const begun = await receive(createLimitCheck(child, whileLoading(limits)))
  if (begun instanceof Error) {
    kill()
    throw new Error(`${begun.message}: ${saidAtLast()}`, { cause: begun })
  }
  let isExceeded = createLimitCheck(child, limits)
  return {
    ask(request) {
      isExceeded = createLimitCheck(child, limits)
      child.stdin?.write(toFrame(request))
      return receive(isExceeded)
    },
    isFull: () => residentMb(child.pid ?? 0) > limits.maxResidentMb / 2,
    async end() {
      child.stdin?.end()
      await receive(isExceeded)
    },
    kill,
  }
}

/**
 * Sends requests to a new process, each after `onReply` has accepted the previous reply. Ends after the last request,
 * at the first failed one (false), or where the process is full.
 */
export async function runProcess(
  command: Command,
  requests: readonly Buffer[],
  limits: ProcessLimits,
  onReply: (reply: Buffer) => boolean = () => true,
): Promise<boolean> {
  const process = await startProcess(command, limits)
  try {
    for (const request of requests) {
      const reply = await process.ask(request)
      if (reply instanceof Error || !onReply(reply)) return false
      if (process.isFull()) return true
    }
    await process.end()
    return true
  } finally {
    process.kill()
  }
}

const tickMs = 10
const kilobytesOfMb = 1024

function readProc(pid: number, file: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

export function cpuMs(pid: number): number {
  const stat = readProc(pid, 'stat')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * tickMs || 0
}

function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status')) ?? []
  return Number(kilobytes ?? 0) / kilobytesOfMb
}
