import { createChance, type Chance } from '#server/demo/random.ts'
import { roles } from '#contract/rules/roles.ts'
import { hostileDocuments } from '../../test/support/hostile-documents.ts'
import { aPdf, anImage } from '../../test/support/document-fixtures.ts'
import { callerNames, createCallers, nextAddress, roleOf, type Caller, type CallerName } from './callers.ts'
import { parseJson } from './check-reply.ts'
import { checkMails, checkPdfs } from './check-traces.ts'
import { createAgent, exchange, type FuzzReply } from './exchange.ts'
import { FuzzRecord, type Finding, type Planned } from './fuzz-record.ts'
import { openFuzzDatabase, type FuzzDatabase } from './fuzz-database.ts'
import { startFuzzTarget, inboundKey, type EventLoopReport } from './fuzz-target.ts'
import { harvest, knownValues, seedOf, type Harvest } from './known-values.ts'
import { makeHookRequest } from './make-hook-request.ts'
import { makePageRequest, makeRequest, type FormFile } from './make-request.ts'
import { markup } from './hostile-values.ts'
import { callName, readOperations, type Operation } from './operations.ts'
import { createResetLinkReader } from './reset-links.ts'

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
  neverDoneLater: string[]
  /** Of the calls that a caller may make, the share that was answered with 200 after the middle of the run. */
  laterShares: Partial<Record<CallerName, number>>
  /** Received beside those of the demo. */
  incomingMails: number
  findings: Finding[]
  /** Of the outbox and of the replies, read at the end. */
  mails: number
  pdfs: number
  eventLoop: EventLoopReport
  delays: string[]
  seconds: number
}

/** Of a thousand requests; the others are calls of the OpenAPI document. */
const shares = { pages: 80, hooks: 5 }
/** After so many requests whoever makes one begins anew: with another order, or as another member. */
const callerRequests = 200
/** After so many requests limits are renewed, and what the server has is read again. */
const upkeepRequests = 5000
const progressRequests = 10_000

/** Codes of refusals that end all work of a member who goes on as before. */
const stuck = /"code":"(REAUTH_REQUIRED|SECOND_FACTOR_ENROLMENT_REQUIRED)"/
/** Calls about a file that came by mail. */
const aboutFiles = /take-document|message-file/
/** Callers who are nearer to what the call is about. */
const preferred: readonly (readonly [RegExp, readonly CallerName[]])[] = [
  [/^\/admin\/(second-factor\/|reauthenticate)/, ['Admin with an app', 'Admin with an app', 'Admin', 'Team']],
  [/^\/admin\/admin-login/, ['nobody', 'Team', 'Admin with an app']],
]

/** Mostly somebody who may make the call. */
function pickCaller(chance: Chance, operation: Operation | null): CallerName {
  if (!operation || chance.percent(25)) return chance.pick(callerNames)
  const nearer = preferred.find(([path]) => path.test(operation.path))?.[1]
  if (nearer && chance.percent(50)) return chance.pick(nearer)
  if (operation.allow === 'anyone') return chance.pick(['nobody', 'nobody', 'visitor', 'Team'])
  if (operation.allow === 'visitor') return 'visitor'
  if (operation.allow === 'intakeKey') return 'intake'
  return chance.pick(['Admin', 'Admin with an app', ...roles])
}

const ownIds: Readonly<Record<string, string>> = {
  '/admin/sessions/{id}': 'ownSessionId',
  '/admin/second-factor/passkeys/{id}': 'passkeyId',
}
const ownName = (field: string, operation: Operation | null) =>
  field === 'id' ? (ownIds[operation?.path ?? ''] ?? field) : field

/** A member's address belongs to signing in; elsewhere an e-mail is that of an order. */
const ownValue = ({ own, factor }: Caller, field: string, operation: Operation | null): unknown =>
  field === 'email' && operation?.allow !== 'anyone' && operation?.allow !== 'visitor'
    ? undefined
    : (own[ownName(field, operation)] ?? factor?.valueOf(ownName(field, operation)))

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

/** Mails carry further kinds. */
const mailFiles = async (files: readonly FormFile[]): Promise<FormFile[]> => [
  // What takes a sandbox to its limits has a test of its own.
  ...files.filter(({ name }) => name !== 'nested.pdf'),
  { name: `${markup}.txt`, bytes: Buffer.from(`${markup}\r\n=fz(1)\0`) },
  { name: 'photo.jpg', bytes: await anImage('jpeg') },
]

/** What replies teach: an undo, the caller's second factor, a setting that would end all work. */
async function learn(
  { planned: { request, operation }, caller }: Pick<Plan, 'planned' | 'caller'>,
  reply: FuzzReply,
  database: FuzzDatabase,
): Promise<void> {
  if (request.method === 'GET') return
  // Only who was answered can undo.
  const [, undo] = /"undo":"([\w-]+)"/.exec(reply.body.toString()) ?? []
  if (undo !== undefined) caller.own['undo'] = undo
  if (!operation) return
  const call = callName({ ...operation, method: request.method.toLowerCase() })
  if (call === 'put /admin/second-factor-roles' && reply.status === 200) await database.clearFactorRoles()
  const { data } = (parseJson(reply.body) ?? {}) as { data?: unknown }
  if (typeof data === 'object' || reply.status === 200) caller.factor?.learn(call, data ?? {})
}

interface Plan {
  planned: Planned
  caller: Caller
  renew: () => void
}

/** Makes requests of every call of the OpenAPI document, of pages and of webhooks, and checks every reply. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { seed, requests, concurrency = 12, onProgress } = options
  const target = await startFuzzTarget()
  const { url } = target
  const database = openFuzzDatabase(target.databaseUrl)
  const callers = createCallers(url, database)
  const agent = createAgent(concurrency)
  try {
    const operations = readOperations(await (await fetch(`${url}/api/docs/json`)).json())
    const wheel = operations.flatMap((operation) => Array.from({ length: operation.weight }, () => operation))
    const files = await formFiles()
    const attachments = await mailFiles(files)
    const readResetLinks = createResetLinkReader(target.dataDir)
    const readServer = async (earlier?: Harvest) => {
      const admin = await callers.of('Admin')
      const read = async (path: string) =>
        (await fetch(`${url}/api${path}`, { headers: admin.headers })).json()
      return harvest(operations, read, earlier)
    }
    // An Admin without an app may end the second factor of the one who has it.
    await callers.of('Admin with an app')
    let harvested = await readServer()
    const demoMails = await database.countIncomingMails()
    const record = new FuzzRecord(operations, requests)
    await target.eventLoop()

    const upkeep = async () => {
      await database.renewLimits()
      const { everything } = (harvested = await readServer(harvested))
      for (const token of await readResetLinks()) everything.collect({ token })
    }
    const plan = async (index: number): Promise<Plan> => {
      const chance = createChance(seedOf(seed, index))
      const part = chance.integer(1, 1000)
      const operation = part > shares.pages + shares.hooks ? chance.pick(wheel) : null
      const isHook = !operation && part <= shares.hooks
      const who = pickCaller(chance, operation)
      const caller = await callers.of(who)
      const own = (field: string) => ownValue(caller, field, operation)
      const ordersOfCall = aboutFiles.test(operation?.path ?? '') ? harvested.withFiles : harvested.orders
      const known = knownValues({ ...harvested, orders: ordersOfCall }, own, chance, isHook ? 100 : 50)
      const make = { chance, known, files: isHook ? attachments : files }
      const made = operation
        ? makeRequest(operation, make)
        : isHook
          ? makeHookRequest(make, inboundKey)
          : makePageRequest(make)
      const headers = { 'x-forwarded-for': nextAddress(), ...caller.headers, ...made.headers }
      const planned: Planned = { index, who, operation, request: { ...made, headers } }
      return { planned, caller, renew: () => callers.renew(who, caller) }
    }
    const ask = async ({ planned, caller, renew }: Plan) => {
      const { request, who, index } = planned
      const reply = await exchange(url, agent, request)
      const isMember = roleOf(who) !== null
      if (isMember && (reply.status === 401 || (reply.status === 403 && stuck.test(reply.body.toString()))))
        renew()
      if (index % callerRequests === 0) renew()
      record.note(planned, reply)
      await learn({ planned, caller }, reply, database)
    }

    let next = 0
    const begun = performance.now()
    const work = async () => {
      for (let index = next++; index < requests; index = next++) {
        const planned = await plan(index)
        const { request } = planned.planned
        await ask(planned).catch((error: unknown) => {
          // Too long a head is refused before its method is known, so with a body.
          if (request.method === 'HEAD' && String(error).includes('Parse Error')) return
          record.report(`${request.method} got no reply: ${String(error)}`, planned.planned)
          if (target.hasEnded()) throw new Error('the server has ended', { cause: error })
        })
        if ((index + 1) % upkeepRequests === 0 && index + 1 < requests) await upkeep()
        if ((index + 1) % progressRequests === 0) onProgress?.(index + 1)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    const seconds = (performance.now() - begun) / 1000
    const eventLoop = await target.eventLoop()
    const [mails, pdfs] = [await checkMails(target.dataDir), await checkPdfs(record.pdfs)]
    for (const problem of [...mails.problems, ...pdfs.problems]) record.report(problem)
    const { statuses, neverDone, neverDoneLater, laterShares, findings } = record
    return {
      statuses,
      neverDone,
      neverDoneLater,
      laterShares,
      incomingMails: (await database.countIncomingMails()) - demoMails,
      findings,
      mails: mails.mails,
      pdfs: pdfs.pdfs,
      eventLoop,
      delays: record.describeDelays(eventLoop),
      seconds,
    }
  } finally {
    agent.destroy()
    await database.end()
    await target.end()
  }
}
