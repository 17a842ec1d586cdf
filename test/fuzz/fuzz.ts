import { createChance, type Chance } from '#server/demo/random.ts'
import { roles } from '#contract/rules/roles.ts'
import { hostileDocuments } from '../support/hostile-documents.ts'
import { aPdf, anImage } from '../support/document-fixtures.ts'
import { callerNames, createCallers, nextAddress, type CallerName } from './callers.ts'
import { checkMails, checkPdfs } from './check-traces.ts'
import { createAgent, exchange } from './exchange.ts'
import { FuzzRecord, type Finding, type Planned } from './fuzz-record.ts'
import { startFuzzTarget, inboundKey, type EventLoopReport } from './fuzz-target.ts'
import { harvest, knownValues, seedOf } from './known-values.ts'
import { makeHookRequest, makePageRequest, makeRequest, type FormFile } from './make-request.ts'
import { markup } from './hostile-values.ts'
import { readOperations, type Operation } from './operations.ts'

interface FuzzOptions {
  seed: number
  requests: number
  concurrency?: number
  /** Called now and then with the number of requests made. */
  onProgress?: (made: number) => void
}

interface FuzzReport {
  /** Replies by status. */
  statuses: Record<string, number>
  /** Calls that were never answered with 200. */
  neverDone: string[]
  findings: Finding[]
  /** Of the outbox and of the replies, read at the end. */
  mails: number
  pdfs: number
  eventLoop: EventLoopReport
  delays: string[]
  seconds: number
}

/** Of a thousand requests; the others are calls of the OpenAPI document. */
const shares = { pages: 80, hooks: 2 }
/** A visitor keeps an order for this many requests. */
const visitorRequests = 200
const progressRequests = 10_000

const isMember = (who: string) => roles.some((role) => role === who)

/** Mostly somebody who may make the call. */
function pickCaller(chance: Chance, operation: Operation | null): CallerName {
  if (!operation || chance.percent(25)) return chance.pick(callerNames)
  if (operation.allow === 'anyone') return chance.pick(['nobody', 'nobody', 'visitor', 'Team'])
  if (operation.allow === 'visitor') return 'visitor'
  if (operation.allow === 'intakeKey') return 'intake'
  return chance.pick(['Admin', 'Admin', ...roles])
}

async function formFiles(): Promise<FormFile[]> {
  const pdf = await aPdf('Approved')
  return [
    { name: 'approved.pdf', bytes: pdf },
    { name: `${markup}.pdf`, bytes: await aPdf(markup) },
    { name: '../../keys/data-key.pdf', bytes: pdf },
    { name: 'picture.png', bytes: await anImage('png') },
    { name: 'short.pdf', bytes: pdf.subarray(0, 300) },
    { name: 'page.html', bytes: Buffer.from(`<html>${markup}`) },
    { name: '', bytes: Buffer.of() },
    { name: 'nested.pdf', bytes: hostileDocuments['nested.pdf']() },
  ]
}

/** Makes requests of every call of the OpenAPI document, of pages and of webhooks, and checks every reply. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { seed, requests, concurrency = 12, onProgress } = options
  const target = await startFuzzTarget()
  const { url } = target
  const callers = await createCallers(url, target.databaseUrl)
  const agent = createAgent(concurrency)
  try {
    const operations = readOperations(await (await fetch(`${url}/api/docs/json`)).json())
    const wheel = operations.flatMap((operation) => Array.from({ length: operation.weight }, () => operation))
    const files = await formFiles()
    const admin = await callers.of('Admin')
    const harvested = await harvest(operations, async (path) =>
      (await fetch(`${url}/api${path}`, { headers: admin.headers })).json(),
    )
    const record = new FuzzRecord(operations)
    await target.eventLoop()

    const plan = async (index: number) => {
      const chance = createChance(seedOf(seed, index))
      const part = chance.integer(1, 1000)
      const operation = part > shares.pages + shares.hooks ? chance.pick(wheel) : null
      const who = pickCaller(chance, operation)
      const caller = await callers.of(who)
      const make = { chance, known: knownValues(harvested, caller, chance), files }
      const made = operation
        ? makeRequest(operation, make)
        : part > shares.hooks
          ? makePageRequest(make)
          : makeHookRequest(make, inboundKey)
      const headers = { 'x-forwarded-for': nextAddress(), ...caller.headers, ...made.headers }
      const planned: Planned = { index, who, operation, request: { ...made, headers } }
      return { planned, renew: () => callers.renew(who, caller) }
    }
    const ask = async (planned: Planned, renew: () => void) => {
      const { request, who, index } = planned
      const reply = await exchange(url, agent, request)
      if (reply.status === 401 && isMember(who)) renew()
      if (who === 'visitor' && index % visitorRequests === 0) renew()
      record.note(planned, reply)
      // Only who was answered can undo.
      const [, undo] = /"undo":"([\w-]+)"/.exec(request.method === 'GET' ? '' : reply.body.toString()) ?? []
      if (undo !== undefined) harvested.everything.collect({ undo })
    }

    let next = 0
    const begun = performance.now()
    const work = async () => {
      for (let index = next++; index < requests; index = next++) {
        const { planned, renew } = await plan(index)
        await ask(planned, renew).catch((error: unknown) => {
          // Too long a head is refused before its method is known, so with a body.
          if (planned.request.method === 'HEAD' && String(error).includes('Parse Error')) return
          record.report(`${planned.request.method} got no reply: ${String(error)}`, planned)
          if (target.hasEnded()) throw new Error('the server has ended', { cause: error })
        })
        if ((index + 1) % progressRequests === 0) onProgress?.(index + 1)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    const seconds = (performance.now() - begun) / 1000
    const eventLoop = await target.eventLoop()
    const [mails, pdfs] = [await checkMails(target.dataDir), await checkPdfs(record.pdfs)]
    for (const problem of [...mails.problems, ...pdfs.problems]) record.report(problem)
    const { statuses, neverDone, findings } = record
    return {
      statuses,
      neverDone,
      findings,
      mails: mails.mails,
      pdfs: pdfs.pdfs,
      eventLoop,
      delays: record.describeDelays(eventLoop),
      seconds,
    }
  } finally {
    agent.destroy()
    await callers.end()
    await target.end()
  }
}
