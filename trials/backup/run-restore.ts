// npm run trial -- restore [orders] [--folder FOLDER]: a filled installation is backed up while orders come in, destroyed and
// restored: sizes, times and rates of each step, and which acknowledged orders are missing (10,000 orders by default; FOLDER is
// one that npm run trial -- bench keeps, of which a copy is taken).
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dataKeys, openInstallation } from '../bench/installation.ts'
import { runCommand } from '../../test/support/command-process.ts'
import {
  embeddedEnvironment,
  queryEmbedded,
  startInstallation,
  waitUntilSent,
} from '../../test/support/embedded-installation.ts'
import { reportFigures, thousands } from '../figures.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { folder: { type: 'string' } } })
const count = Number(positionals.at(-1) ?? 10_000)
const mb = 1_000_000

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const name of await readdir(folder, { recursive: true }))
    bytes += await stat(join(folder, name)).then(
      (found) => (found.isFile() ? found.size : 0),
      () => 0,
    )
  return bytes
}

async function timed(args: string[], env: Record<string, string>): Promise<number> {
  const began = performance.now()
  let shown = 0
  const { code, said } = await runCommand(args, env, (all) => {
    process.stderr.write(all.slice(shown))
    shown = all.length
  })
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`)
  return (performance.now() - began) / 1000
}

const work = await mkdtemp(join(tmpdir(), 'pabean-restore-'))
// PostgreSQL's account needs access.
execFileSync('chmod', ['755', work])
const [lost, backup, restored] = ['lost', 'backup', 'restored'].map((name) => join(work, name)) as [
  string,
  string,
  string,
]
try {
  const filled = values.folder ?? join(work, 'filled')
  const database = await openInstallation(filled, count, (line) => console.error(line))
  await database.stop()
  await mkdir(lost)
  execFileSync('cp', ['-a', join(filled, 'postgres'), join(lost, 'postgres')])

  const env = (dataDir: string) => ({
    ...embeddedEnvironment(dataDir),
    DATA_KEYS: dataKeys,
    BACKUP_KEY: key,
  })
  const key = randomBytes(32).toString('base64')
  const serving = { ...env(lost), BACKUP_TO: backup }
  const installation = await startInstallation(serving)
  // The generated rows name files that do not exist.
  await queryEmbedded(lost, 'truncate documents, message_files, proposals cascade')
  const acknowledged: number[] = []
  const stopping = new AbortController()
  const load = (async () => {
    while (!stopping.signal.aborted) acknowledged.push((await installation.writeOrder()).orderId)
  })()
  const backupSeconds = await timed(['backup'], serving)
  stopping.abort()
  await load
  await waitUntilSent(lost)
  const [databases] = await queryEmbedded<{ bytes: number }>(
    lost,
    'select sum(pg_database_size(oid))::float8 as bytes from pg_database',
  )
  const databaseBytes = databases?.bytes ?? 0
  await installation.server.end('SIGKILL')
  await rm(lost, { recursive: true, maxRetries: 50, retryDelay: 100 })

  const restoreSeconds = await timed(['restore', backup], env(restored))
  const again = await startInstallation(env(restored))
  const present = await queryEmbedded<{ order_id: string }>(
    restored,
    `select order_id from orders where order_id = any('{${acknowledged.join(',')}}')`,
  )
  await again.server.end()
  console.log(
    [
      `orders                  ${count.toLocaleString('en')}, and ${acknowledged.length.toLocaleString('en')} while it was backed up`,
      `database                ${Math.round(databaseBytes / mb).toLocaleString('en')} MB`,
      `backup                  ${Math.round((await sizeOf(backup)) / mb).toLocaleString('en')} MB`,
      `backed up and verified  ${backupSeconds.toFixed(0)} s, ${Math.round(databaseBytes / mb / backupSeconds)} MB/s`,
      `restored                ${restoreSeconds.toFixed(0)} s, ${Math.round(databaseBytes / mb / restoreSeconds)} MB/s`,
      `acknowledged and lost   ${acknowledged.length - present.length}`,
    ].join('\n'),
  )
  reportFigures({
    tried: `${thousands(count)} orders, and ${thousands(acknowledged.length)} during the backup`,
    found: `${acknowledged.length - present.length} lost; backed up in ${backupSeconds.toFixed(0)} s, restored in ${restoreSeconds.toFixed(0)} s`,
  })
  if (present.length !== acknowledged.length) process.exitCode = 1
} finally {
  await rm(work, { recursive: true, force: true })
}
