// npm run trial -- fuzz [--requests 1000000] [--seed 1]: hostile and half-valid requests of every call, by everybody.
import { roles } from '#contract/rules/roles.ts'
import { createChance, type Chance } from '#server/demo/random.ts'
import { aPdf, anImage } from '../../test/support/document-fixtures.ts'
import setup from '../../test/support/global-setup.ts'
import { hostileDocuments } from '../../test/support/hostile-documents.ts'
import { reportFigures, thousands } from '../figures.ts'
import { readOptions } from '../options.ts'
import { checkMails, checkPdfs } from './check-traces.ts'
import { createAgent, exchange, type FuzzReply } from './exchange.ts'
import { FuzzRecord, type Planned } from './fuzz-record.ts'
import {
  callerNames,
  inboundKey,
  isRole,
  nextAddress,
  startFuzzTarget,
  type Caller,
  type CallerName,
  type FuzzTarget,
} from './fuzz-target.ts'
import { markup } from './hostile-values.ts'
import { harvest, knownValues, seedOf, type Harvest } from './known-values.ts'
import { makeHookRequest } from './make-hook-request.ts'
import { makePageRequest, makeRequest, type FormFile } from './make-request.ts'
import { readOperations, type Operation } from './operations.ts'

/** From here on every call is made often enough. */
const longRequests = 300_000
/** They need a secret of a mail or an authenticator; test/http covers them. */
const notReached = /second-factor|reset-password/
/** Per thousand requests; the rest are calls of the OpenAPI document. */
const shares = { pages: 80, hooks: 5 }
const concurrency = 12
/** Requests until a caller starts anew with another order or member. */
const callerRequests = 200
/** Requests until limits are reset and values read again. */
const upkeepRequests = 5000
const progressRequests = 10_000

/** Refusals that stop a member's further work. */
const stuck = /"code":"(REAUTH_REQUIRED|SECOND_FACTOR_ENROLMENT_REQUIRED)"/
const aboutFiles = /take-document|message-file/

const callersOf: Readonly<Record<string, readonly CallerName[]>> = {
  anyone: ['nobody', 'nobody', 'visitor', 'Team'],
  visitor: ['visitor'],
  intakeKey: ['intake'],
}

const pickCaller = (chance: Chance, operation: Operation | null): CallerName =>
  !operation || chance.percent(25)
    ? chance.pick(callerNames)
    : chance.pick(callersOf[operation.allow] ?? ['Admin', 'Admin', ...roles])

/** Sign-in uses a member's e-mail, other calls an order's. */
function ownValue({ own }: Caller, field: string, operation: Operation | null): unknown {
  if (field === 'email' && operation?.allow !== 'anyone' && operation?.allow !== 'visitor') return undefined
  return own[field === 'id' && operation?.path === '/admin/sessions/{id}' ? 'ownSessionId' : field]
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

const mailFiles = async (files: readonly FormFile[]): Promise<FormFile[]> => [
  // A sandbox at its limits has a test of its own.
  ...files.filter(({ name }) => name !== 'nested.pdf'),
  { name: `${markup}.txt`, bytes: Buffer.from(`${markup}\r\n=fz(1)\0`) },
  { name: 'photo.jpg', bytes: await anImage('jpeg') },
]

interface Plan {
  planned: Planned
  caller: Caller
  renew: () => void
}

async function startPlanning({ url, callers, database }: FuzzTarget, seed: number) {
  const operations = readOperations(await (await fetch(`${url}/api/docs/json`)).json())
  const wheel = operations.flatMap((operation) => Array.from({ length: operation.weight }, () => operation))
  const files = await formFiles()
  const attachments = await mailFiles(files)
  const readServer = async (earlier?: Harvest) => {
    const admin = await callers.of('Admin')
    const read = async (path: string) => (await fetch(`${url}/api${path}`, { headers: admin.headers })).json()
    return harvest(operations, read, earlier)
  }
  let harvested = await readServer()
  return {
    operations,
    async upkeep() {
      await database.renewLimits()
      harvested = await readServer(harvested)
    },
    async plan(index: number): Promise<Plan> {
      const chance = createChance(seedOf(seed, index))
      const part = chance.integer(1, 1000)
      const operation = part > shares.pages + shares.hooks ? chance.pick(wheel) : null
      const isHook = !operation && part <= shares.hooks
      const who = pickCaller(chance, operation)
      const caller = await callers.of(who)
      const own = (field: string) => ownValue(caller, field, operation)
      const orders = aboutFiles.test(operation?.path ?? '') ? harvested.withFiles : harvested.orders
      const known = knownValues({ ...harvested, orders }, own, chance, isHook ? 100 : 50)
      const make = { chance, known, files: isHook ? attachments : files }
      const ofNoCall = () => (isHook ? makeHookRequest(make, inboundKey) : makePageRequest(make))
      const made = operation ? makeRequest(operation, make) : ofNoCall()
      const headers = { 'x-forwarded-for': nextAddress(), ...caller.headers, ...made.headers }
      const planned: Planned = { index, who, operation, request: { ...made, headers } }
      return { planned, caller, renew: () => callers.renew(who, caller) }
    },
  }
}

async function runFuzz(target: FuzzTarget, seed: number, requests: number): Promise<FuzzRecord> {
  const { url, database } = target
  const { operations, plan, upkeep } = await startPlanning(target, seed)
  const record = new FuzzRecord(operations, requests)
  const agent = createAgent(concurrency)

  /** Keeps undo tokens for their caller, and resets settings that would end all work. */
  async function learn({ planned: { request, operation }, caller }: Plan, { status, body }: FuzzReply) {
    if (request.method === 'GET') return
    const [, undo] = /"undo":"([\w-]+)"/.exec(body.toString()) ?? []
    if (undo !== undefined) caller.own['undo'] = undo
    if (operation?.path === '/admin/second-factor-roles' && status === 200) await database.clearFactorRoles()
  }
  async function ask(planned: Plan): Promise<void> {
    const { request, who, index } = planned.planned
    const reply = await exchange(url, agent, request)
    const isStuck = reply.status === 401 || (reply.status === 403 && stuck.test(reply.body.toString()))
    if ((isRole(who) && isStuck) || index % callerRequests === 0) planned.renew()
    record.note(planned.planned, reply)
    await learn(planned, reply)
  }
  function noteBroken(planned: Planned, error: unknown): void {
    const { method } = planned.request
    // A head that is too long is refused, with a body, before its method is known.
    if (method === 'HEAD' && String(error).includes('Parse Error')) return
    record.report(`${method} got no reply: ${String(error)}`, planned)
    if (target.hasEnded()) throw new Error('the server has ended', { cause: error })
  }

  let next = 0
  const work = async () => {
    for (let index = next++; index < requests; index = next++) {
      const planned = await plan(index)
      await ask(planned).catch((error: unknown) => noteBroken(planned.planned, error))
      if ((index + 1) % upkeepRequests === 0 && index + 1 < requests) await upkeep()
      if ((index + 1) % progressRequests === 0) console.log(`${index + 1} requests`)
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, work))
  } finally {
    agent.destroy()
  }
  return record
}

const { seed, requests } = readOptions({ requests: 1_000_000, seed: Date.now() % 1e6 })
console.log(`Seed ${seed}, ${requests} requests`)
const teardown = await setup()
const target = await startFuzzTarget()
const problems: string[] = []
try {
  const demoMails = await target.database.countIncomingMails()
  const record = await runFuzz(target, seed, requests)
  const [mails, pdfs] = [await checkMails(target.dataDir), await checkPdfs(record.pdfs)]
  for (const problem of [...mails.problems, ...pdfs.problems]) record.report(problem)
  const { statuses, neverDone, neverDoneLater, findings } = record
  problems.push(...findings.map(({ what }) => what))
  if (requests >= longRequests) {
    const unreached = neverDone.filter((call) => !notReached.test(call))
    problems.push(...unreached.map((call) => `${call} was never answered with 200`))
    problems.push(...neverDoneLater.map((call) => `${call} was not answered with 200 after the middle`))
  }
  console.log('Replies:', statuses)
  console.log(`Read afterwards: ${mails.mails} mails, ${pdfs.pdfs} PDFs`)
  console.log(`Received: ${(await target.database.countIncomingMails()) - demoMails} mails`)
  console.log(`Never answered with 200: ${neverDone.join(', ') || 'none'}`)
  for (const { what, count, request, index } of findings)
    console.log(`✗ ${count} × ${what}\n    first at ${index}: ${request}`)
  const { longestMs } = await target.eventLoop()
  reportFigures({
    tried: `${thousands(requests)} requests, seed ${seed}`,
    found: `${problems.length} findings; longest delay of the event loop ${longestMs} ms`,
  })
} finally {
  await target.end()
  await teardown()
}
for (const problem of problems) console.log(`✗ ${problem}`)
console.log(problems.length === 0 ? 'Nothing found.' : `${problems.length} findings`)
process.exit(problems.length === 0 ? 0 : 1)
