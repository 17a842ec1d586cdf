import * as z from 'zod/mini'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

/** The user that runs PostgreSQL: this process's own, or another one (`ids`), because PostgreSQL refuses root. */
export interface Account {
  name: string
  ids?: { uid: number; gid: number }
}

interface Outcome {
  code: string | number
  output: string
}

const unprivileged = ['postgres', 'nobody']
const execute = promisify(execFile)

export function accountForNewDatabase(): Account {
  if (!isRoot()) return ownAccount()
  const users = readPasswd()
  const user = unprivileged.map((name) => users.find((it) => it.name === name)).find((it) => it !== undefined)
  if (!user) {
    throw new Error(
      `PostgreSQL refuses to run as root, and there is no user ${unprivileged.join(' or ')} here.`,
    )
  }
  return user
}

/** The account for an existing database folder: its owner. Throws if this process cannot become that user. */
export function accountForOwner(folder: string, { uid, gid }: { uid: number; gid: number }): Account {
  const name = readPasswd().find((it) => it.ids.uid === uid)?.name ?? `with the id ${uid}`
  if (isRoot()) return { name, ids: { uid, gid } }
  if (uid === process.getuid?.()) return ownAccount()
  throw new Error(`The database folder ${folder} belongs to user ${name}: start as the user who made it.`)
}

export async function runAs(account: Account, command: string[], folder = '/'): Promise<Outcome> {
  const [file = '', ...args] = command
  try {
    const { stdout, stderr } = await execute(file, args, childOptions(account, folder))
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, signal, stdout, stderr, message } = z.parse(execFailure, error)
    return { code: code ?? signal ?? 'unknown', output: (stdout ?? '') + (stderr ?? '') || message }
  }
}

/**
 * Starts a command as `account` in `folder` and in a new session, so that Ctrl-C reaches only this process. It inherits
 * the descriptors `kept`.
 */
export async function spawnAs(
  account: Account,
  command: string[],
  { folder, output, kept }: { folder: string; output: number; kept: readonly number[] },
): Promise<ChildProcess> {
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    ...childOptions(account, folder),
    detached: true,
    stdio: ['ignore', output, output, ...kept],
  })
  await once(child, 'spawn')
  return child
}

/**
 * Extends the command so that it receives `signal` when this process dies, kill -9 included. Unchanged where
 * util-linux's setpriv is missing.
 */
export async function withParentDeathSignal(signal: 'INT' | 'TERM', command: string[]): Promise<string[]> {
  const prefix = ['setpriv', '--pdeathsig', signal, '--']
  const probe = await runAs(ownAccount(), [...prefix, 'true'])
  return probe.code === 0 ? [...prefix, ...command] : command
}

const execFailure = z.object({
  message: z.string(),
  code: z.nullish(z.union([z.string(), z.number()])),
  signal: z.nullish(z.string()),
  stdout: z.optional(z.string()),
  stderr: z.optional(z.string()),
})

/** Node also drops the supplementary groups; LC_ALL=C gives messages that can be matched. */
const childOptions = ({ ids }: Account, cwd: string) => ({
  ...ids,
  cwd,
  env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
})

const isRoot = () => process.getuid?.() === 0

const ownAccount = (): Account => ({ name: `with the id ${process.getuid?.()}` })

function readPasswd() {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, ids: { uid: Number(uid), gid: Number(gid) } }))
}
