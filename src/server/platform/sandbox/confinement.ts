import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from './program.ts'
import { runProcess, type Command, type ProcessLimits } from './run-process.ts'

/** One of the ways to start a process, from the strictest on. */
export interface Confinement {
  command: (...args: string[]) => Command
}

/** Of a program of util-linux, with its arguments; each executes the one after it. */
type Wrapper = readonly string[]

/** No core dump, which would hold the file; no byte into any file, which the permission model of Node refuses as well. */
const noFiles: Wrapper = ['prlimit', '--core=0', '--fsize=0', '--']
/** Killed with the server, also where it is killed itself; programs with the setuid bit gain nothing. */
const noPrivileges: Wrapper = ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL']
/** Only the loopback device of its own. */
const noNetwork: Wrapper = ['unshare', '--net', '--']
const noNetworkByNamespace: Wrapper = ['unshare', '--user', '--map-current-user', '--net', '--']

/** User ids that systemd and the distributions leave unused: nobody's files, processes or database. */
const unusedIds = { first: 60_600, count: 500 }
let startedAsNobody = 0

/** A different id for each process, so that none can look into another. */
const nextUnusedId = () => unusedIds.first + (startedAsNobody++ % unusedIds.count)

const asUnusedId = (id: number): Wrapper => [
  ...noPrivileges,
  `--reuid=${id}`,
  `--regid=${id}`,
  '--clear-groups',
  '--',
]
const asOurselves: Wrapper = [...noPrivileges, '--']

/** What is tried one after the other; the first that starts the program is used. */
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

/** The stack is that of a worker thread, four times Node's usual one, for texts that nest. */
const memoryArgs = (heapMb: number) => [`--max-old-space-size=${heapMb}`, '--stack-size=3900']

/** The environment of a process is empty, so that its program is found by ours. */
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

/** A confinement, and how many stricter ones the program did not start in. */
export interface FoundConfinement {
  confinement: Confinement
  stricterWays: number
}

/** The strictest way in which the program starts here. Rejects where it starts in none. */
export async function findConfinement(program: Program, limits: ProcessLimits): Promise<FoundConfinement> {
  const ways = [...(process.getuid?.() === 0 ? waysOfRoot : []), ...waysOfOthers]
  let reason: unknown
  for (const [stricterWays, way] of ways.entries()) {
    const confinement = toConfinement(program, way, limits.heapMb)
    try {
      // Without a task it loads all of them and ends.
      await runProcess(confinement.command(), [], limits)
      return { confinement, stricterWays }
    } catch (error) {
      reason = error
    }
  }
  throw reason
}
