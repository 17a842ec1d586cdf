import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fillTemplate } from '../../test/support/pgbouncer/fill-template.ts'
import { addressOf, nodeNetwork, nodeNumbers, setCable, spaceOf, type NodeNumber } from './network.ts'
import { asPostgres } from '../../test/support/pgbouncer/pgbouncer.ts'

const password = 'failover'
export const superuserUrl = (port: number, database = 'postgres'): string =>
  `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`

const postgresBin = '/usr/lib/postgresql/15/bin'
const etcdUrl = (node: NodeNumber, port = 2379) => `http://${addressOf(node)}:${port}`

interface Member {
  name: string
  role: string
  state: string
  timeline?: number
  /** Bytes behind the leader; a text where unknown, undefined for the leader. */
  lag?: number | string
}

/** The greatest lag of a following replica, in bytes. */
const maxLag = 1_000_000

const askJson = async (url: string, init: RequestInit = {}): Promise<unknown> => {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(2000) }).catch(() => null)
  return answer ? answer.json().catch(() => null) : null
}

interface ClusterOptions {
  prefix: string
  /** Readable for PostgreSQL's user. */
  folder: string
}

export async function startCluster({ prefix, folder }: ClusterOptions) {
  const { uid, gid } = await stat('/var/lib/postgresql')
  const programs = new Map<string, ChildProcess>()

  const folderOf = (node: NodeNumber) => join(folder, `node-${node}`)
  async function start(name: string, node: NodeNumber, command: string, args: readonly string[], env = {}) {
    const [wrapper, wrapped] = asPostgres(command, args)
    const child = spawn('ip', ['netns', 'exec', spaceOf(prefix, node), wrapper, ...wrapped], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...env },
      cwd: folder,
    })
    const log = createWriteStream(join(folder, `${name}-${node}.log`), { flags: 'a' })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    programs.set(`${name}-${node}`, child)
  }

  async function kill(name: string, node: NodeNumber) {
    const child = programs.get(`${name}-${node}`)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  let isNew = true
  const startEtcd = (node: NodeNumber) => {
    const options = {
      name: `node-${node}`,
      'data-dir': join(folderOf(node), 'etcd'),
      'listen-client-urls': etcdUrl(node),
      'advertise-client-urls': etcdUrl(node),
      'listen-peer-urls': etcdUrl(node, 2380),
      'initial-advertise-peer-urls': etcdUrl(node, 2380),
      'initial-cluster': nodeNumbers.map((one) => `node-${one}=${etcdUrl(one, 2380)}`).join(','),
      'initial-cluster-state': isNew ? 'new' : 'existing',
      'enable-v2': 'true',
      // Between machines 100 and 1000 are usual; here the nodes share a processor.
      'heartbeat-interval': '200',
      'election-timeout': '2000',
    }
    const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
    return start('etcd', node, '/usr/bin/etcd', args)
  }
  const startPatroni = (node: NodeNumber) =>
    start('patroni', node, '/usr/bin/patroni', [join(folderOf(node), 'patroni.yml')])

  for (const node of nodeNumbers) {
    const at = folderOf(node)
    for (const path of [at, join(at, 'etcd'), join(at, 'sockets')]) {
      await mkdir(path, { mode: 0o700 })
      await chown(path, uid, gid)
    }
    const config = await fillTemplate('patroni.yml', {
      NODE_NAME: `node-${node}`,
      NODE_ADDRESS: addressOf(node),
      NODE_NETWORK: nodeNetwork,
      NODE_DATA: join(at, 'data'),
      NODE_PGPASS: join(at, 'pgpass'),
      NODE_SOCKETS: join(at, 'sockets'),
      POSTGRES_BIN: postgresBin,
      ETCD_HOSTS: nodeNumbers.map((one) => `${addressOf(one)}:2379`).join(','),
      SUPERUSER_PASSWORD: password,
      REPLICATION_PASSWORD: password,
    })
    await writeFile(join(at, 'patroni.yml'), config)
    await startEtcd(node)
  }
  for (const node of nodeNumbers) await startPatroni(node)

  const isPrimary = (node: NodeNumber) =>
    fetch(`http://${addressOf(node)}:8008/primary`, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  /** The primary by its own Patroni; undefined without one. */
  async function findPrimary(): Promise<NodeNumber | undefined> {
    const answers = await Promise.all(nodeNumbers.map(isPrimary))
    return nodeNumbers.find((_node, index) => answers[index])
  }
  async function members(): Promise<readonly Member[]> {
    for (const node of nodeNumbers) {
      const answer = (await askJson(`http://${addressOf(node)}:8008/cluster`)) as {
        members?: Member[]
      } | null
      if (answer?.members) return answer.members
    }
    return []
  }
  async function isWhole(): Promise<boolean> {
    const all = await members()
    const leader = all.find(({ role }) => role === 'leader')
    // A former primary reports `running` before it knows the new one.
    const following = all.filter(
      ({ state, timeline, lag }) =>
        (state === 'running' || state === 'streaming') &&
        timeline === leader?.timeline &&
        typeof lag === 'number' &&
        lag <= maxLag,
    )
    return (
      following.length === nodeNumbers.length - 1 && following.some(({ role }) => role === 'sync_standby')
    )
  }

  return {
    members,
    findPrimary,
    /** Waits until every node is up and commits wait for one of them. */
    async untilWhole(limitMs = 180_000) {
      const limit = Date.now() + limitMs
      while (!(await isWhole())) {
        if (Date.now() > limit)
          throw new Error(`the cluster is not whole: ${JSON.stringify(await members())}`)
        await pause(500)
      }
      isNew = false
    },
    async requirePrimary(): Promise<NodeNumber> {
      for (;;) {
        const primary = await findPrimary()
        if (primary) return primary
        await pause(200)
      }
    },
    /** SIGKILL to Patroni and to PostgreSQL's first process, which ends the others. */
    async killNode(node: NodeNumber) {
      const pid = Number((await readFile(join(folderOf(node), 'data/postmaster.pid'), 'utf8')).split('\n')[0])
      await kill('patroni', node)
      process.kill(pid, 'SIGKILL')
    },
    startNode: startPatroni,
    cut: (node: NodeNumber) => setCable(prefix, node, 'down'),
    join: (node: NodeNumber) => setCable(prefix, node, 'up'),
    async findEtcdLeader(): Promise<NodeNumber> {
      for (;;) {
        for (const node of nodeNumbers) {
          const answer = await askJson(`${etcdUrl(node)}/v3/maintenance/status`, {
            method: 'POST',
            body: '{}',
          })
          const { header, leader } = (answer ?? {}) as { header?: { member_id: string }; leader?: string }
          if (header && header.member_id === leader) return node
        }
        await pause(200)
      }
    },
    stopEtcd: (node: NodeNumber) => kill('etcd', node),
    startEtcd,
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>
