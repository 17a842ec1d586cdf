import { spawn, type ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { readFileSync } from 'node:fs'
import { readFrames, toFrame } from './frames.ts'

export type Command = readonly string[]

export interface ProcessLimits {
  /** CPU time for one request, which unlike elapsed time does not depend on the machine's load. */
  maxCpuMs: number
  /** For one request, and until the process begins. */
  timeoutMs: number
  /** Of JavaScript's own memory; bytes in buffers are not counted. */
  heapMb: number
  /** Of all that the process has in memory. */
  maxResidentMb: number
  /** Of one reply. */
  maxResultBytes: number
  /** No call waits for it: it leaves the processors to those for which one does. */
  isBackground?: boolean
}

const checkIntervalMs = 100

/** All of them leave the processors to the server, which answers everybody. */
const { PRIORITY_BELOW_NORMAL } = constants.priority
const priorities = { background: PRIORITY_BELOW_NORMAL, call: PRIORITY_BELOW_NORMAL / 2 }

/** What it starts, and its threads, are born with the same priority. */
function setBack({ pid }: ChildProcess, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority)
  } catch {
    // It ended meanwhile.
  }
}

type LimitCheck = () => boolean

/** Tells whether a request, which begins now, has exceeded a limit. */
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

/** Loading the program is limited by the clock alone. */
const whileLoading = (limits: ProcessLimits): ProcessLimits => ({
  ...limits,
  maxCpuMs: Infinity,
  maxResidentMb: Infinity,
})

const maxSaid = 2000

/** What came last, in characters; more is not kept of what a process says that reads what others have sent. */
function keepEnd(output: Readable | null): () => string {
  let end = ''
  output?.on('data', (chunk: Buffer) => (end = (end + chunk.toString()).slice(-maxSaid)))
  return () => end.trim()
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

/** A process that answers one request after the other. */
export interface SandboxProcess {
  /** The limits hold for each request. An error where one is exceeded, or the process ended: it answers no more. */
  ask(request: Buffer): Promise<Buffer | Error>
  /** Whether the answered requests have left so much in its memory that the next one should find another process. */
  isFull(): boolean
  /** Ends it after its last request. */
  end(): Promise<void>
  /** Kills it, if it has not ended. */
  kill(): void
}

/**
 * Starts a process without an environment, which sends an empty frame over its descriptor 3 when its task is loaded, then
 * one for each request that comes over its input. Rejects where it does not begin: until then it has read nothing of the input.
 */
export async function startProcess(
  [file = '', ...args]: Command,
  limits: ProcessLimits,
): Promise<SandboxProcess> {
  const child = spawn(file, args, {
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    env: {},
    cwd: '/',
    // Ctrl-C in a terminal goes to the whole group, but the server alone decides when a task ends.
    detached: true,
  })
  setBack(child, limits.isBackground ? priorities.background : priorities.call)
  const saidAtLast = keepEnd(child.stderr)
  let timer: NodeJS.Timeout | undefined
  const ended = new Promise<Error>((resolve) => {
    // It may end without having read its input.
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
 * Sends requests to a process of their own, each once `onReply` has accepted the reply to the one before. Ends with the last
 * request, with the first that is not answered well (false), or earlier where the process is full.
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

/** CPU time in milliseconds of a process with all its threads; 0 where it is not known. */
export function cpuMs(pid: number): number {
  const stat = readProc(pid, 'stat')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * tickMs || 0
}

/** Megabytes that a process has in memory; 0 where they are not known. */
function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status')) ?? []
  return Number(kilobytes ?? 0) / kilobytesOfMb
}
