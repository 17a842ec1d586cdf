import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ip = (...args: string[]) => run('ip', args)

export const nodeNumbers = [1, 2, 3] as const
export type NodeNumber = (typeof nodeNumbers)[number]

export const nodeNetwork = '10.231.77.0/24'
export const addressOf = (node: NodeNumber): string => `10.231.77.1${node}`
const bridgeAddress = '10.231.77.1/24'

export const prefixOf = (pid: number): string => `pabean-failover-${pid}`

/** The namespace of the servers, the proxies and the load; its loopback is its own. */
export const hubOf = (prefix: string): string => `${prefix}-hub`
export const spaceOf = (prefix: string, node: NodeNumber): string => `${prefix}-${node}`
const spaces = (prefix: string) => [hubOf(prefix), ...nodeNumbers.map((node) => spaceOf(prefix, node))]

export async function makeNetwork(prefix: string): Promise<void> {
  const hub = hubOf(prefix)
  for (const space of spaces(prefix)) {
    await ip('netns', 'add', space)
    await ip('-n', space, 'link', 'set', 'lo', 'up')
  }
  await ip('-n', hub, 'link', 'add', 'bridge', 'type', 'bridge')
  await ip('-n', hub, 'addr', 'add', bridgeAddress, 'dev', 'bridge')
  await ip('-n', hub, 'link', 'set', 'bridge', 'up')
  for (const node of nodeNumbers) {
    const space = spaceOf(prefix, node)
    await ip('-n', hub, 'link', 'add', `port-${node}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
    await ip('-n', hub, 'link', 'set', `port-${node}`, 'master', 'bridge', 'up')
    await ip('-n', space, 'addr', 'add', `${addressOf(node)}/24`, 'dev', 'eth0')
    await ip('-n', space, 'link', 'set', 'eth0', 'up')
  }
}

export const setCable = (prefix: string, node: NodeNumber, state: 'up' | 'down') =>
  ip('-n', hubOf(prefix), 'link', 'set', `port-${node}`, state)

export async function removeNetwork(prefix: string): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const space of spaces(prefix)) {
      const { stdout } = await ip('netns', 'pids', space).catch(() => ({ stdout: '' }))
      for (const pid of stdout.split('\n').filter(Boolean)) {
        try {
          process.kill(Number(pid), signal)
        } catch {}
      }
    }
    await pause(1000)
  }
  for (const space of spaces(prefix)) await ip('netns', 'delete', space).catch(() => {})
}

const isRunning = (pid: string) =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (command) => command.includes('run-failover'),
    () => false,
  )

/** Prefixes of namespaces left by ended runs. */
export async function findLeftPrefixes(): Promise<string[]> {
  const { stdout } = await ip('netns', 'list')
  const pids = new Set([...stdout.matchAll(/^pabean-failover-(\d+)-/gm)].map(([, pid = '']) => pid))
  const left: string[] = []
  for (const pid of pids) if (!(await isRunning(pid))) left.push(prefixOf(Number(pid)))
  return left
}
