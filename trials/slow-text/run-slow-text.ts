// npm run trial -- slow-text [--only TEXT] [--generator NAME]: the longest texts that every call, mail part and file takes.
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createChance } from '#server/demo/random.ts'
import { largeBodyBytes, defaultBodyBytes } from '#contract/endpoint.ts'
import setup from '../../test/support/global-setup.ts'
import { aMail, aMailWithFiles, buildMultipartForm } from '../../test/support/webhooks.ts'
import { anOrder } from '../../test/support/orders.ts'
import { officialPdf } from '../../test/support/official-documents.ts'
import { callName, readOperations, type Operation } from '../fuzz/operations.ts'
import { createAgent, exchange, type FuzzRequest } from '../fuzz/exchange.ts'
import {
  inboundKey,
  nextAddress,
  startFuzzTarget,
  type Caller,
  type CallerName,
} from '../fuzz/fuzz-target.ts'
import { harvest, knownValues } from '../fuzz/known-values.ts'
import type { KnownValues } from '../fuzz/json-schema.ts'
import { reportFigures, thousands } from '../figures.ts'
import { readOptions } from '../options.ts'
import { fillBody } from './fill.ts'
import { texts } from './texts.ts'

/** Aims in ms, for signed-in and for anonymous callers. */
const aims = { known: 100, stranger: 20 }
/** MB beyond idle. */
const memoryAim = 100
/** Characters of a mail's parts. */
const lengths = { html: 20_000_000, text: 8_000_000, subject: 200_000, fileNames: 1_000_000, line: 20_000 }

const options = readOptions({ only: '', generator: '' })
const generators = Object.entries(texts).filter(([name]) => name.includes(options.generator))

const teardown = await setup()
const target = await startFuzzTarget()
const { database, callers } = target
const agent = createAgent(1)
const chance = createChance(1)

/** Memory of the server in MB: the peak since the last reading, and now. */
async function memory(): Promise<{ peak: number; now: number }> {
  const status = await readFile(`/proc/${target.pid}/status`, 'utf8')
  await writeFile(`/proc/${target.pid}/clear_refs`, '5')
  const mb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  return { peak: mb('VmHWM'), now: mb('VmRSS') }
}

interface Found {
  what: string
  generator: string
  heldMs: number
  mb: number
  isStranger: boolean
}
const found: Found[] = []
let sent = 0
let taken = 0

/** Sends each text; the longest time counts. */
async function tryTexts(
  what: string,
  isStranger: boolean,
  requestOf: (text: (length: number) => string) => Promise<FuzzRequest[]>,
): Promise<void> {
  if (!what.includes(options.only)) return
  for (const [generator, text] of generators) {
    await database.renewLimits()
    await target.eventLoop()
    const before = (await memory()).now
    for (const request of await requestOf(text)) {
      const reply = await exchange(target.url, agent, request).catch(() => null)
      sent += 1
      if (reply?.status === 200) taken += 1
    }
    const { moments } = await target.eventLoop()
    // Without processor time, the delay was another process's.
    const heldMs = Math.max(0, ...moments.map(({ ms, cpuMs }) => Math.min(ms, cpuMs)))
    found.push({ what, generator, heldMs, mb: Math.max(0, (await memory()).peak - before), isStranger })
  }
}

const callerNames: Record<string, CallerName> = { anyone: 'nobody', visitor: 'visitor', intakeKey: 'intake' }
const callerOf = (allow: string): CallerName => callerNames[allow] ?? 'Admin'

const largeBodies = /intake\/orders|correct-order|drafts|refund|templates/
/** A declaration with fields of the greatest length, in the size of a whole order's body. */
const longFields = (text: (length: number) => string) => {
  const count = Math.floor(largeBodyBytes / (Buffer.byteLength(JSON.stringify(text(2000))) + 30)) - 2
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`arrival_more_${at}`, text(2000)]))
}

/** Bodies that are sent unchanged. */
const wholeBodies: Record<string, (text: (length: number) => string, known: KnownValues) => object> = {
  '/intake/orders': (text) => ({ ...anOrder(), ...longFields(text) }),
  '/admin/correct-order': (text, known) => ({
    orderId: known('orderId', Number),
    changes: longFields(text),
    reason: text(2000),
  }),
}

/** These calls end the trial's own session. */
const left = /logout|sessions|change-password|second-factor|reauthenticate/

function requestOf(
  operation: Operation,
  caller: Caller,
  known: KnownValues,
  text: (n: number) => string,
): FuzzRequest {
  const { method, path, parameters, body } = operation
  const valueOf = (name: string, maxLength = 2000) => String(known(name, String) ?? text(maxLength))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(name, 500)))
  const search = parameters
    .filter((it) => it.in === 'query' && it.schema.type === 'string' && !it.schema.enum)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(text(schema.maxLength ?? 1000)).slice(0, 3000)}`)
    .join('&')
    .slice(0, 12_000)
  return {
    method: method.toUpperCase(),
    path: `/api${filled}${search && '?'}${search.replace(/%[^%]?$/, '')}`,
    headers: {
      'x-forwarded-for': nextAddress(),
      ...caller.headers,
      ...(body && { 'content-type': 'application/json' }),
    },
    body:
      body &&
      (wholeBodies[path]
        ? Buffer.from(JSON.stringify(wholeBodies[path](text, known)))
        : fillBody(body, { text, known }, largeBodies.test(path) ? largeBodyBytes : defaultBodyBytes)),
  }
}

const oneLine = (text: string) => text.replaceAll(/[\r\n]/g, ' ')

/** A customer's mails to their order, each with one long part. */
function mailsWith(text: (length: number) => string, orderId: number, from: string): Buffer[] {
  const headers = { From: `Ana <${from}>`, To: `${orderId}@mail.pabean.example`, Subject: 'Hello' }
  const id = () => ({ 'Message-ID': `<${Math.random()}@example.com>` })
  const html = { ...headers, 'Content-Type': 'text/html; charset=utf-8' }
  const plain = { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }
  const name = oneLine(text(lengths.fileNames)).replaceAll('"', "'")
  return [
    aMail({ ...html, ...id() }, `<p>${text(lengths.html)}</p>`),
    aMail({ ...plain, ...id() }, text(lengths.text)),
    aMail({ ...headers, ...id(), Subject: oneLine(text(lengths.subject)) }, 'Hello'),
    aMail(
      {
        ...headers,
        ...id(),
        From: `"${oneLine(text(lengths.subject)).replaceAll(/["\\]/g, "'")}" <${from}>`,
      },
      'Hello',
    ),
    aMail({ ...headers, ...id(), References: oneLine(text(lengths.subject)) }, 'Hello'),
    aMailWithFiles({ ...headers, ...id() }, 'Hello', [
      { name, type: 'application/pdf', bytes: Buffer.from('x') },
    ]),
  ]
}

try {
  const operations = readOperations(await (await fetch(`${target.url}/api/docs/json`)).json())
  const admin = await callers.of('Admin')
  const read = async (path: string) =>
    (await fetch(`${target.url}/api${path}`, { headers: admin.headers })).json()
  const harvested = await harvest(operations, read)
  const idle = (await memory()).now

  for (const operation of operations) {
    const { path, allow, file, kind } = operation
    if (left.test(path) || file !== null || kind === 'bytes') continue
    const caller = await callers.of(callerOf(allow))
    const own = (field: string) => caller.own[field]
    await tryTexts(callName(operation), allow === 'anyone', async (text) => [
      requestOf(operation, caller, knownValues(harvested, own, chance, 100), text),
      requestOf(operation, caller, () => undefined, text),
    ])
  }

  const visitor = await callers.of('visitor')
  const { orderId, email } = visitor.own as { orderId: number; email: string }
  await tryTexts('a mail that comes in', false, async (text) =>
    mailsWith(text, orderId, email).map((mail) => {
      const { body, type } = buildMultipartForm({
        email: { bytes: mail, name: '', type: '' },
        envelope: JSON.stringify({ from: email, to: [`${orderId}@mail.pabean.example`] }),
        SPF: 'pass',
        dkim: oneLine(text(lengths.line)),
      })
      const headers = { 'content-type': type, 'x-forwarded-for': nextAddress() }
      return { method: 'POST', path: `/api/hooks/sendgrid/inbound/${inboundKey}`, headers, body }
    }),
  )

  await tryTexts('a document that is dropped', false, async (text) => {
    const lines = [text(lengths.line)]
    const names = Array.from({ length: 200 }, (_, at) => `NOWAK${at} LUCJA`)
    const documents = [await officialPdf({ lines }), await officialPdf({ names, passport: text(40) })]
    const { headers } = await callers.of('Admin')
    const drops = documents.map((bytes) => {
      const { body, type } = buildMultipartForm({
        documents: { bytes, name: `${oneLine(text(200)).replaceAll('"', "'")}.pdf`, type: 'application/pdf' },
      })
      return {
        method: 'POST',
        path: '/api/admin/match-documents',
        headers: { ...headers, 'content-type': type },
        body,
      }
    })
    return [...drops, { method: 'GET', path: '/api/admin/proposals?limit=100', headers, body: null }]
  })

  await pause(1000)
  const byTime = found.toSorted((a, b) => b.heldMs - a.heldMs)
  const overTime = byTime.filter(
    ({ heldMs, isStranger }) => heldMs > (isStranger ? aims.stranger : aims.known),
  )
  const overMemory = found.filter(({ mb }) => mb > memoryAim).toSorted((a, b) => b.mb - a.mb)
  console.log(
    `${thousands(sent)} requests, ${thousands(taken)} taken, ${generators.length} texts; idle ${Math.round(idle)} MB`,
  )
  for (const { what, generator, heldMs } of byTime.slice(0, 30))
    console.log(`  ${heldMs} ms: ${what}, ${generator}`)
  for (const { what, generator, mb } of overMemory.slice(0, 15))
    console.log(`  ${Math.round(mb)} MB more: ${what}, ${generator}`)
  const longest = (isStranger: boolean) =>
    Math.max(0, ...byTime.filter((it) => it.isStranger === isStranger).map(({ heldMs }) => heldMs))
  reportFigures({
    tried: `${thousands(sent)} requests (${thousands(taken)} taken) with the longest texts of ${generators.length} kinds, calls, mails and documents`,
    found: `held up for ${longest(false)} ms at most (aim ${aims.known}), by strangers ${longest(true)} ms (aim ${aims.stranger}); ${overTime.length} over the aims, ${overMemory.length} took over ${memoryAim} MB`,
  })
  process.exitCode = overTime.length + overMemory.length > 0 ? 1 : 0
} finally {
  agent.destroy()
  await target.end()
  await teardown()
}
