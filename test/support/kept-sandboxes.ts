import { createHash } from 'node:crypto'
import {
  runProcess,
  startProcess,
  type ProcessLimits,
  type SandboxProcess,
} from '#server/platform/sandbox/run-process.ts'
import { runRequestsBy } from '#server/platform/sandbox/sandbox.ts'
import { copyMarks } from './document-fixtures.ts'

/** Idle processes by what they run, their program and its task; they are killed with this process. */
const idle = new Map<string, SandboxProcess[]>()

/** A command without its wrappers, whose user id differs each time. */
const programOf = (command: readonly string[]) => command.slice(command.indexOf(process.execPath)).join(' ')

/** A document is read once by each worker, which takes a quarter of a second: what it holds depends on nothing else. */
const replies = new Map<string, Buffer>()
/** Bytes of a request or a reply that is kept. */
const maxKept = 1_000_000

function replyKey(command: readonly string[], request: Buffer): string | null {
  if (request.length > maxKept) return null
  const document = request.toString('latin1').replaceAll(copyMarks, '')
  return createHash('sha256')
    .update(`${programOf(command)}\n${document}`, 'latin1')
    .digest('hex')
}

const runInKept: typeof runProcess = async (command, requests, limits, onReply) => {
  // Without requests it is asked whether the program starts.
  if (!requests.length) return runProcess(command, requests, limits)
  const kept = idle.get(programOf(command)) ?? []
  idle.set(programOf(command), kept)
  let used: SandboxProcess | undefined
  for (const request of requests) {
    const key = replyKey(command, request)
    const known = key === null ? undefined : replies.get(key)
    if (known) {
      onReply?.(known)
      continue
    }
    used ??= kept.pop() ?? (await startProcess(command, { ...limits, isBackground: false }))
    const reply = await used.ask(request)
    if (reply instanceof Error || !(onReply?.(reply) ?? true)) {
      used.kill()
      return false
    }
    if (key !== null && reply.length <= maxKept) replies.set(key, reply)
    if (used.isFull()) {
      used.kill()
      return true
    }
  }
  if (used) kept.push(used)
  return true
}

/** Keeps processes of sandboxes for the files that come after: most of their time goes to starting them. */
export const keepSandboxes = () => runRequestsBy(runInKept)

/**
 * Gives each file a process of its own, as the product does, for the tests of one test file. `lower` replaces limits of the
 * product that the test's files reach.
 */
export function useOneSandboxPerFile(lower: Partial<ProcessLimits> = {}): void {
  for (const process of [...idle.values()].flat()) process.kill()
  idle.clear()
  runRequestsBy((command, requests, limits, onReply) =>
    runProcess(command, requests, { ...limits, ...lower, isBackground: false }, onReply),
  )
}
