import { deserialize, serialize } from 'node:v8'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import { createShares } from '../shares/shares.ts'
import { locateProgram, type Program } from './program.ts'
import { runProcess, type ProcessLimits, type Command } from './run-process.ts'

/** Tasks by name; a process loads only the task that it runs. */
export type Tasks = Record<string, () => Promise<(...args: never[]) => unknown>>
type Task<T extends Tasks, N extends keyof T> = Awaited<ReturnType<T[N]>>
type Result<T extends Tasks, N extends keyof T> = Awaited<ReturnType<Task<T, N>>>
/** The schema of each task's result, because a compromised process may answer anything. */
export type Results<T extends Tasks> = { [N in keyof T]: z.ZodMiniType<Result<T, N>> }

interface SandboxLimits<T extends Tasks> extends Omit<ProcessLimits, 'isBackground'> {
  /** Name of a file next to the caller's, without extension: `.ts` in the sources, `.js` in the build. */
  entry: string
  /** Simultaneous processes; one holder has all but one at most. */
  concurrency: number
  /** Tasks that no call waits for. */
  background?: readonly (keyof T)[]
}

let runRequests: typeof runProcess = runProcess

/** Replaces the separate processes, for tests of other subjects than the confinement. */
export function runRequestsBy(run: typeof runProcess): void {
  runRequests = run
}

/** ms until a stricter confinement is tried again: it may have failed on a busy machine. */
const retryStricterMs = 10 * 60_000

/**
 * Finds the strictest confinement once. Searches again after a failure, and from time to time while a stricter one
 * failed.
 */
function rememberConfinement(program: Program, limits: ProcessLimits): () => Promise<Confinement> {
  let found: Promise<Confinement> | undefined
  const forget = () => (found = undefined)
  const find = async () => {
    const { confinement, stricterWays } = await findConfinement(program, limits)
    if (stricterWays > 0) {
      warnOnce()
      setTimeout(forget, retryStricterMs).unref()
    }
    return confinement
  }
  return () =>
    (found ??= find().catch((error: unknown) => {
      forget()
      throw error
    }))
}

let hasWarned = false

function warnOnce() {
  if (hasWarned) return
  hasWarned = true
  process.emitWarning(
    'Files of strangers are read with fewer limits than Pabean would set; docs/security.md says what the machine must allow.',
  )
}

function parseResult<R>(schema: z.ZodMiniType<R>, reply: Buffer): { data: R } | undefined {
  try {
    const parsed = schema.safeParse(deserialize(reply))
    return parsed.success ? parsed : undefined
  } catch {
    return undefined
  }
}

/**
 * Runs tasks on untrusted input in processes that are as confined as the machine allows, with limited concurrency. Null
 * where the task returns it, fails, returns an invalid result, or exceeds a limit: then the process is killed. Rejects
 * where no process can be started, which is not the input's fault. `importerUrl` is the caller's `import.meta.url`.
 */
export function createSandbox<T extends Tasks>(
  importerUrl: string,
  limits: SandboxLimits<T>,
  results: Results<T>,
) {
  const { run: inTurn } = createShares({
    total: limits.concurrency,
    perHolder: limits.concurrency - 1,
    strangers: limits.concurrency - 1,
  })
  const program = () => locateProgram(importerUrl, limits.entry)
  let confinement: (() => Promise<Confinement>) | undefined

  async function runEach<N extends keyof T & string>(
    task: N,
    inputs: readonly Parameters<Task<T, N>>[],
  ): Promise<(Result<T, N> | null)[]> {
    confinement ??= rememberConfinement(program(), limits)
    const { command } = await confinement()
    const answers: (Result<T, N> | null)[] = []
    while (answers.length < inputs.length) {
      const requests = inputs.slice(answers.length).map((args) => serialize(args))
      const isBackground = limits.background?.includes(task) ?? false
      const isAnswered = await runRequests(command(task), requests, { ...limits, isBackground }, (reply) => {
        const result = parseResult(results[task], reply)
        if (result) answers.push(result.data)
        return result !== undefined
      })
      // The input that ended the process is not retried; the next one gets a new process.
      if (!isAnswered) answers.push(null)
    }
    return answers
  }

  return {
    run: async <N extends keyof T & string>(
      task: N,
      ...args: Parameters<Task<T, N>>
    ): Promise<Result<T, N> | null> => {
      const [answer] = await inTurn(() => runEach(task, [args]))
      return answer ?? null
    },
    /** Runs a task on each input in turn in one process, for a task that isolates its inputs itself. */
    runEach: <N extends keyof T & string>(task: N, inputs: readonly Parameters<Task<T, N>>[]) =>
      inTurn(() => runEach(task, inputs)),
    /** Whether processes start here, and how many stricter confinements failed. Rejects where none starts. */
    findConfinement: () => findConfinement(program(), limits),
  }
}

/** A way to start a process. */
interface Confinement {
  command: (...args: string[]) => Command
}

/** A program of util-linux with its arguments; each executes the next one. */
type Wrapper = readonly string[]

/** No core dump, which would contain the file; no writing to files, which Node's permission model refuses as well. */
const noFiles: Wrapper = ['prlimit', '--core=0', '--fsize=0', '--']
/** Killed with the server, also by kill -9; setuid programs gain no rights. */
const noPrivileges: Wrapper = ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL']
/** Only a private loopback device. */
const noNetwork: Wrapper = ['unshare', '--net', '--']
const noNetworkByNamespace: Wrapper = ['unshare', '--user', '--map-current-user', '--net', '--']

/** User ids that systemd and the distributions leave unused, without files, processes or databases. */
const unusedIds = { first: 60_600, count: 500 }
let startedAsUnused = 0

/** A different id for each process, so that none can inspect another. */
const nextUnusedId = () => unusedIds.first + (startedAsUnused++ % unusedIds.count)

const asUnusedId = (id: number): Wrapper => [
  ...noPrivileges,
  `--reuid=${id}`,
  `--regid=${id}`,
  '--clear-groups',
  '--',
]
const asOurselves: Wrapper = [...noPrivileges, '--']

/** From the strictest; the first that starts the program is used. */
const waysOfRoot: readonly ((id: number) => Wrapper[])[] = [
  (id) => [noFiles, noNetwork, asUnusedId(id)],
  (id) => [noFiles, asUnusedId(id)],
  () => [noFiles, noNetwork, asOurselves],
]
const waysOfOthers: readonly (() => Wrapper[])[] = [
  () => [noFiles, noNetworkByNamespace, asOurselves],
  () => [noFiles, asOurselves],
  () => [],
]

/** The stack is a worker thread's, four times Node's default, for nested texts. */
const memoryArgs = (heapMb: number) => [`--max-old-space-size=${heapMb}`, '--stack-size=3900']

/** The sandbox's environment is empty, so the server's PATH is searched. */
const findTool = (name: string) =>
  (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path)) ?? name

const toConfinement = ({ args }: Program, way: (id: number) => Wrapper[], heapMb: number): Confinement => ({
  command: (...taskArgs) => {
    const wrappers = way(nextUnusedId()).flatMap(([tool = '', ...rest]) => [findTool(tool), ...rest])
    return [...wrappers, process.execPath, ...memoryArgs(heapMb), ...args, ...taskArgs]
  },
})

interface FoundConfinement {
  confinement: Confinement
  stricterWays: number
}

/** The strictest confinement in which the program starts. Rejects where it starts in none. */
async function findConfinement(program: Program, limits: ProcessLimits): Promise<FoundConfinement> {
  const ways = [...(process.getuid?.() === 0 ? waysOfRoot : []), ...waysOfOthers]
  let reason: unknown
  for (const [stricterWays, way] of ways.entries()) {
    const confinement = toConfinement(program, way, limits.heapMb)
    try {
      await runProcess(confinement.command(), [], limits)
      return { confinement, stricterWays }
    } catch (error) {
      reason = error
    }
  }
  throw reason
}
