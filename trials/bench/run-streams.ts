// npm run trial -- streams [orders] [--folder FOLDER]: lists and exports of all orders, read to their end: by how much the
// server's memory grows, and how long short calls take meanwhile; readers that stop, and readers that go away.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { exportFormats } from '#contract/rules/export-formats.ts'
import { openInstallation, startProduct } from './installation.ts'
import { median } from './measure.ts'
import { residentGrowthMb, residentMb } from './resident-memory.ts'
import { reportFigures, thousands } from '../figures.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { folder: { type: 'string' } } })
const count = Number(positionals[0] ?? 100_000)

const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'pabean-streams-')))
const installation = await openInstallation(folder, count, (line) => console.error(line))
const product = await startProduct(installation.url, folder)
process.on('exit', product.kill)
const { url, headers } = product.member

interface Asked {
  path: string
  body?: object
}

const list = (query: string): Asked => ({ path: `/admin/get-orders-list/${query}` })
const shortList = list('newOrder?limit=50')
const search = (searchVal: string): Asked => ({
  path: '/admin/search-order',
  body: { searchVal, folderName: 'allOrder', start: 0, end: count, exactCount: true },
})

async function open({ path, body }: Asked): Promise<IncomingMessage> {
  const sent = request(`${url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, 'content-type': 'application/json' },
    agent: false,
  }).end(body && JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
  return answer
}

const rowStart = Buffer.from('{"order_id":')

/** Reads to the end and counts rows. `slowMs` is waited at each hundredth megabyte. */
async function read(asked: Asked, slowMs = 0) {
  const began = performance.now()
  const answer = await open(asked)
  let [rows, bytes, firstMs] = [0, 0, 0]
  let tail = Buffer.alloc(0)
  for await (const piece of answer as AsyncIterable<Buffer>) {
    firstMs ||= performance.now() - began
    if (slowMs > 0 && Math.floor(bytes / 1e8) < Math.floor((bytes + piece.length) / 1e8)) await pause(slowMs)
    bytes += piece.length
    const text = Buffer.concat([tail, piece])
    for (let at = text.indexOf(rowStart); at >= 0; at = text.indexOf(rowStart, at + 1)) rows += 1
    tail = text.subarray(-(rowStart.length - 1))
  }
  if (!answer.complete) throw new Error(`${asked.path} ended early`)
  return { rows, bytes, firstMs, seconds: (performance.now() - began) / 1000 }
}

async function shortCalls(done: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!done.aborted) {
    const began = performance.now()
    await read(shortList)
    times.push(performance.now() - began)
    await pause(20)
  }
  return times
}

const exported = (format: string): Asked => ({ path: `/admin/export/allOrder?format=${format}` })

const streams: [name: string, asked: Asked, slowMs?: number][] = [
  ['Order History', list(`allOrder?limit=${count}`)],
  ['Order History, oldest travel day first', list(`allOrder?limit=${count}&sort=travel_date&order=asc`)],
  ['Completed', list(`completedOrder?limit=${count}`)],
  [
    'Completed, one site',
    list(`completedOrder?limit=${count}&filter[landing_domain]=arrival.pabean.example`),
  ],
  ['search for a common word', search('example')],
  ['Order History, by a reader that stops now and then', list(`allOrder?limit=${count}`), 3000],
  ...exportFormats.map((format): [string, Asked] => [`${format} of Order History`, exported(format)]),
]

/** ms until a read whose reader has left counts as not ended. */
const goneLimitMs = 30_000
const pid = product.pid
/** Each long read holds its member's lock until its transaction ends. */
const openReads = async () => {
  const { rows } = await installation.client.query<{ n: number }>(
    `select count(*)::int as n from pg_locks l, members m
     where l.locktype = 'advisory' and l.granted
       and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended('long read ' || m.id, 0)`,
  )
  return rows[0]?.n ?? 0
}

/** ms from the moment at which a reader leaves to the end of its read. */
async function leave(asked: Asked): Promise<number> {
  const answer = await open(asked)
  await once(answer, 'data')
  if ((await openReads()) !== 1) throw new Error(`${asked.path} is not being read`)
  answer.destroy()
  const left = performance.now()
  while ((await openReads()) > 0) {
    if (performance.now() - left > goneLimitMs) throw new Error(`${asked.path}: its read did not end`)
    await pause(5)
  }
  return performance.now() - left
}

try {
  // Warms caches and compiled code, so that they do not count as growth.
  await read(list('allOrder?limit=5000'))
  await read({ ...search('example'), body: { ...search('example').body, end: 5000 } })
  for (const format of exportFormats) await read(exported(`${format}&limit=5000`))
  for (let call = 0; call < 200; call += 1) await read(shortList)
  console.log(`\n${count} orders; the server has ${(await residentMb(pid)).toFixed(0)} MB in memory\n`)
  console.log(
    '| what | rows | MB | first byte, ms | s | rows a second | growth, MB | short calls: median, longest, ms |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  const growths: number[] = []
  for (const [name, asked, slowMs] of streams) {
    const done = new AbortController()
    const short = shortCalls(done.signal)
    let result: Awaited<ReturnType<typeof read>> | undefined
    const growth = await residentGrowthMb(pid, async () => {
      result = await read(asked, slowMs)
    })
    done.abort()
    const times = await short
    if (!result) throw new Error('unreachable: the read has ended')
    const { rows, bytes, firstMs, seconds } = result
    growths.push(growth)
    console.log(
      `| ${name} | ${rows || count} | ${(bytes / 1e6).toFixed(0)} | ${firstMs.toFixed(0)} | ${seconds.toFixed(1)} | ${((rows || count) / seconds).toFixed(0)} | ${growth.toFixed(0)} | ${median(times).toFixed(1)}, ${Math.max(...times).toFixed(0)} |`,
    )
  }

  const ends: number[] = []
  const left = [list(`allOrder?limit=${count}`), ...exportFormats.map(exported)]
  for (const asked of left) for (let reader = 0; reader < 10; reader += 1) ends.push(await leave(asked))
  console.log(
    `\n${ends.length} readers of lists and exports went away: their reads ended after ${median(ends).toFixed(0)} ms, at most ${Math.max(...ends).toFixed(0)} ms`,
  )
  reportFigures({
    tried: `${streams.length} lists and exports of ${thousands(count)} orders`,
    found: `memory grew by ${Math.max(...growths).toFixed(0)} MB at most; reads of readers that left ended within ${Math.max(...ends).toFixed(0)} ms`,
  })
} finally {
  await product.stop()
  await installation.stop()
  if (values.folder === undefined) await rm(folder, { recursive: true, force: true })
}
