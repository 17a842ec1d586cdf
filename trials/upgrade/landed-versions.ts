import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getOrder } from '#contract/order-details.ts'
import { listOrders } from '#contract/orders.ts'
import { inlineDocumentPath } from '#contract/rules/visitor-addresses.ts'
import { signIn } from '#contract/session.ts'
import { ownMigrations } from '#server/platform/db/migrations.ts'
import { sha256 } from '../faults/crash/writes.ts'
import { cookieOf, send } from '../../test/support/call.ts'
import { queryEmbedded } from '../../test/support/embedded-installation.ts'
import { startServerProcess } from '../../test/support/server-process.ts'
import { buildCommit, git, type Version } from './versions.ts'

const credentials = { email: 'admin@pabean.example', password: 'a password of the upgrade trial' }

interface LandedVersion {
  commit: string
  newest: string
}

/** The migrations of a commit: names by git's object id. */
async function migrationsAt(commit: string): Promise<Map<string, string>> {
  const listed = await git('ls-tree', commit, 'migrations/')
  return new Map(
    listed.split('\n').map((line) => {
      const [, , blob = '', path = ''] = line.split(/\s+/)
      return [path, blob]
    }),
  )
}

/** The last commit of each set of migrations on the main line, oldest first, without sets whose files were still changed afterwards. */
async function findLandedVersions(): Promise<LandedVersion[]> {
  const own = await migrationsAt('HEAD')
  const changes = (await git('log', '--first-parent', '--format=%H', 'HEAD', '--', 'migrations')).split('\n')
  const versions: LandedVersion[] = []
  for (const change of changes.slice(0, -1)) {
    const commit = await git('rev-parse', `${change}^`)
    const migrations = await migrationsAt(commit)
    const [newest = ''] = [...migrations.keys()].toSorted().toReversed()
    if ([...migrations].every(([path, blob]) => own.get(path) === blob)) versions.unshift({ commit, newest })
  }
  return versions
}

/** Evenly spread items of a list, the first and the last included. */
function spread<T>(all: readonly T[], count: number): T[] {
  const step = (all.length - 1) / Math.max(1, count - 1)
  const places = new Set(
    Array.from({ length: Math.min(count, all.length) }, (_, nth) => Math.round(nth * step)),
  )
  return all.filter((_, index) => places.has(index))
}

async function countRows(dataDir: string): Promise<Map<string, number>> {
  const rows = await queryEmbedded<{ name: string; count: string }>(
    dataDir,
    `select relname as name, (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || relname, false, true, '')))[1]::text as count
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map(({ name, count }) => [name, Number(count)]))
}

/** SHA-256 of the approved documents in hex, by their names in addresses. */
async function readChecksums(dataDir: string): Promise<Map<string, string>> {
  const rows = await queryEmbedded<{ file1: string; checksum: string }>(
    dataDir,
    `select file1, encode(sha256, 'hex') as checksum from documents`,
  )
  return new Map(rows.map(({ file1, checksum }) => [file1, checksum]))
}

/** Tables whose rows change without callers. */
const passing = /^(kysely_|sessions$)/

/** Reads the first page of the list, each of its orders and documents. */
async function readAll(url: string, checksums: ReadonlyMap<string, string>) {
  const signedIn = await send(url, signIn, { body: credentials })
  if (signedIn.http !== 200) throw new Error(`the sign-in answered ${signedIn.http}`)
  const token = signedIn.body.jwtToken
  const cookie = cookieOf(signedIn.headers)
  const list = await send(
    url,
    listOrders,
    { params: { orderName: 'allOrder' }, query: { limit: 500 } },
    { token },
  )
  const faults: string[] = []
  let documents = 0
  if (list.http !== 200) throw new Error(`the list answered ${list.http}`)
  for (const { order_id: orderId } of list.body.data) {
    const order = await send(url, getOrder, { params: { orderId } }, { token })
    if (order.http !== 200) {
      faults.push(`order ${orderId}: ${order.http}`)
      continue
    }
    for (const { file1 } of order.body.orderDetails.uploadDoc) {
      const answer = await fetch(url + inlineDocumentPath(orderId, file1), { headers: { cookie } })
      const bytes = new Uint8Array(await answer.arrayBuffer())
      documents += 1
      if (!answer.ok || sha256(bytes) !== checksums.get(file1))
        faults.push(`document ${file1} of ${orderId}: ${answer.status}`)
    }
  }
  return { orders: list.body.data.length, documents, faults }
}

interface LandedOptions {
  folder: string
  count: number
  log: (line: string) => void
}

/** The demo erases an order by a job, which would change the counts. */
async function untilJobsAreDone(dataDir: string): Promise<void> {
  const deadline = Date.now() + 60_000
  const isDue = async () => {
    const due = await queryEmbedded(
      dataDir,
      `select 1 from jobs.job where state in ('created', 'retry', 'active') and start_after <= now() limit 1`,
    )
    return due.length > 0
  }
  while ((await isDue()) && Date.now() < deadline) await pause(500)
}

async function fillBy({ folder }: Version, env: Record<string, string> & { DATA_DIR: string }) {
  const server = await startServerProcess(env, undefined, folder)
  try {
    await untilJobsAreDone(env.DATA_DIR)
    return { before: await countRows(env.DATA_DIR), checksums: await readChecksums(env.DATA_DIR) }
  } finally {
    await server.end()
  }
}

/** Builds and starts a version with the demo's data, then this version on the same folder. */
async function upgradeFrom(
  { commit, newest }: LandedVersion,
  { folder, log }: LandedOptions,
): Promise<number> {
  const begun = performance.now()
  const built = join(folder, 'landed')
  const dataDir = join(folder, 'landed-data')
  try {
    const version = await buildCommit(commit, built, { target: 'server' })
    const env = { DATA_DIR: dataDir, DEMO: '1', DEMO_PASSWORD: credentials.password, LOG_LEVEL: 'error' }
    const { before, checksums } = await fillBy(version, env)
    const server = await startServerProcess({ ...env, BACKUP_EVERY_HOURS: '0' })
    try {
      const after = await countRows(dataDir)
      const { orders, documents, faults } = await readAll(server.url, checksums)
      const kept = [...before].filter(([table]) => !passing.test(table))
      for (const [table, rows] of kept)
        if ((after.get(table) ?? 0) < rows) faults.push(`${table}: ${rows} rows, then ${after.get(table)}`)
      const all = before.get('orders') ?? 0
      if (orders < Math.min(all, 500) || orders === 0)
        faults.push(`${all} orders, ${orders} of them in the list`)
      const rows = kept.reduce((sum, [, count]) => sum + count, 0)
      const seconds = ((performance.now() - begun) / 1000).toFixed(0)
      log(
        `${version.name} (${newest.replace(/^.*\/|\.sql$/g, '')}): ${rows} rows of ${kept.length} tables, ${orders} orders and ${documents} documents read, ${faults.length} faults, ${seconds} s`,
      )
      for (const line of faults.slice(0, 20)) log(`  ${line}`)
      return faults.length
    } finally {
      await server.end()
    }
  } finally {
    for (const path of [built, dataDir]) await rm(path, { recursive: true, force: true })
  }
}

/** Upgrades data folders of landed versions directly to this one; true where nothing was lost. */
export async function upgradeLandedVersions(options: LandedOptions): Promise<boolean> {
  const landed = await findLandedVersions()
  const chosen = options.count > 0 ? spread(landed, options.count) : []
  options.log(
    `${landed.length} sets of migrations have landed before this one's ${ownMigrations.names.length}; ${chosen.length} of them are tried`,
  )
  let faults = 0
  for (const version of chosen)
    faults += await upgradeFrom(version, options).catch((error: unknown) => {
      options.log(`${version.commit.slice(0, 7)} (${version.newest}): ${String(error)}`)
      return 1
    })
  return faults === 0
}
