// npm run trial -- boundaries: every call that writes, its server killed after each statement and each file operation in turn.
import setup from '../../../test/support/global-setup.ts'
import { conclude, thousands } from '../../figures.ts'
import { readOptions } from '../../options.ts'
import { createChance } from '#server/demo/random.ts'
import type { Db } from '#server/platform/db/database.ts'
import { startBuckets } from '../../../test/support/bucket.ts'
import { startSmtp } from '../../../test/support/mail/smtp.ts'
import { serverEnvironment, startTestApp, testIntakeKey } from '../../../test/support/test-app.ts'
import { publicUrl } from './effective-requests.ts'
import { startTargets, type Targets } from './targets.ts'
import type { Send, UseCase } from './use-case.ts'
import { createUseCases, inboundKey } from './use-cases.ts'
import { verifyEnd } from './verify-end.ts'
import { describeRows, markRows, untilNoJob, writtenSince, type WrittenRows } from './written-rows.ts'

interface BoundaryOptions {
  /** A part of the use case's name; empty for all. */
  only: string
  seed: number
  inBucket: boolean
  /** The number of boundaries tried of each use case, the last included. */
  sample: number
  /** Whether mails and files are compared with their rows afterwards; takes minutes. */
  verifiesEnd: boolean
}

interface UseCaseReport {
  name: string
  /** Boundaries after which the server died, each in its own run. */
  deaths: number
  /** Deaths after which everything was there; after the others nothing was. */
  done: number
  /** Acknowledged, and not there. */
  lost: number
  /** Partly there, or the repeat did not succeed. */
  halves: number
}

/** More than any request has. */
const maxBoundaries = 300

/** Page forms are answered with a redirect. */
const isSuccess = (status: number) => status < 400
const isNothing = (rows: WrittenRows) => Object.keys(rows).length === 0
const areSame = (one: WrittenRows, other: WrittenRows) => JSON.stringify(one) === JSON.stringify(other)

async function answerOf(sent: Promise<Response>): Promise<Response | null> {
  try {
    const response = await sent
    await response.arrayBuffer()
    return response
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
const statusOf = async (sent: Promise<Response>) => (await answerOf(sent))?.status ?? null

interface Trial {
  db: Db
  targets: Targets
  violations: string[]
}

interface Whole {
  written: WrittenRows
  boundaries: number
}

/** The first request may create rows that are created once, and concurrent work may disturb any of them. */
const maxMeasures = 5

/** What the request writes undisturbed, as two runs in succession agree; a reason where it writes nothing or is refused. */
async function measure({ db, targets }: Trial, useCase: UseCase): Promise<Whole | string> {
  let last: Whole | null = null
  for (let nth = 0; nth < maxMeasures; nth++) {
    const { url } = await targets.current()
    const send = await useCase.prepare(url)
    await untilNoJob(db)
    const mark = await markRows(db)
    const answer = await answerOf(send(url, { 'x-die-after': String(Number.MAX_SAFE_INTEGER) }))
    if (!answer || !isSuccess(answer.status)) return String(answer?.status ?? 'no answer')
    const whole = {
      written: await writtenSince(db, mark, useCase.tables),
      boundaries: Number(answer.headers.get('x-boundaries')),
    }
    if (last && areSame(last.written, whole.written))
      return isNothing(whole.written) ? 'writes nothing' : whole
    last = whole
  }
  throw new Error(`${useCase.name} writes something else each time`)
}

interface Death {
  send: Send
  mark: Awaited<ReturnType<typeof markRows>>
  /** The status that the caller got before the death. */
  told: number | null
}

/** Null where a living server answered. */
async function die({ db, targets }: Trial, useCase: UseCase, boundary: number): Promise<Death | null> {
  const target = await targets.current()
  const send = await useCase.prepare(target.url)
  await untilNoJob(db)
  const mark = await markRows(db)
  const told = await statusOf(send(target.url, { 'x-die-after': String(boundary) }))
  if (!(await target.hasDied(told === null ? 'broken' : 'answered'))) return null
  await target.forgotten()
  return { send, mark, told }
}

async function tryUseCase(
  trial: Trial,
  useCase: UseCase,
  { whole, boundaries }: { whole: WrittenRows; boundaries: readonly number[] },
): Promise<UseCaseReport> {
  const { db, targets, violations } = trial
  const report: UseCaseReport = { name: useCase.name, deaths: 0, done: 0, lost: 0, halves: 0 }
  for (const boundary of boundaries) {
    const death = await die(trial, useCase, boundary)
    if (!death) break
    report.deaths += 1
    const complain = (kind: 'lost' | 'halves', what: string) => {
      report[kind] += 1
      violations.push(`${useCase.name} after boundary ${boundary}: ${what}`)
    }
    const written = await writtenSince(db, death.mark, useCase.tables)
    const isDone = areSame(written, whole)
    if (isDone) report.done += 1
    else if (death.told !== null && isSuccess(death.told))
      complain('lost', `acknowledged, and ${describeRows(written)} is there`)
    else if (!isNothing(written))
      complain('halves', `${describeRows(written)} instead of ${describeRows(whole)}`)
    const again = await statusOf(death.send((await targets.current()).url))
    if (again === null || again >= 500 || (!isDone && !isSuccess(again)))
      complain('halves', `tried again it is answered ${again}`)
    else if (!isDone && !areSame(await writtenSince(db, death.mark, useCase.tables), whole))
      complain(
        'halves',
        `tried again it leaves ${describeRows(await writtenSince(db, death.mark, useCase.tables))}`,
      )
  }
  if (report.deaths === 0) violations.push(`${useCase.name} has no boundary`)
  return report
}

const firstNumbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** `sample` evenly spread numbers up to `count`, the last included. */
const spread = (count: number, sample: number) => [
  ...new Set(firstNumbers(sample).map((nth) => Math.ceil((nth * count) / sample))),
]

function shuffle<T>(items: readonly T[], seed: number): T[] {
  const chance = createChance(seed)
  return items
    .map((item) => ({ item, place: chance.integer(0, 1_000_000) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** Kills the server after each statement and file operation of every call that writes: the write must be there whole or not at all, and a repeat must succeed. */
async function runBoundaries(options: BoundaryOptions) {
  const { only, seed, inBucket, sample, verifiesEnd } = options
  const begunAt = performance.now()
  const buckets = inBucket ? await startBuckets(['documents']) : null
  const smtp = await startSmtp()
  const changed = { PUBLIC_URL: publicUrl, ...buckets?.env }
  const app = await startTestApp({ env: changed })
  const env = {
    ...serverEnvironment(app),
    ...changed,
    INTAKE_KEY: testIntakeKey,
    INBOUND_KEY: inboundKey,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    LOG_LEVEL: 'silent',
    SESSION_IDLE_MINUTES: '720',
  }
  const targets = startTargets(env, app.owner)
  const trial: Trial = { db: app.owner, targets, violations: [] }
  const { violations } = trial
  try {
    const useCases: UseCaseReport[] = []
    const found: string[] = []
    const passedOver: string[] = []
    for (const useCase of shuffle(
      createUseCases(app).filter(({ name }) => name.includes(only)),
      seed,
    )) {
      const whole = await measure(trial, useCase)
      if (typeof whole === 'string') {
        passedOver.push(`${useCase.name}: ${whole}`)
        continue
      }
      // A new server makes more statements than one with filled caches, so all are tried until it answers.
      const boundaries = sample ? spread(whole.boundaries, sample) : firstNumbers(maxBoundaries)
      const report = await tryUseCase(trial, useCase, { whole: whole.written, boundaries })
      useCases.push(report)
      for (const line of violations.splice(0)) {
        found.push(line)
        console.error(`  ${line}`)
      }
      console.error(
        `${report.name}: ${report.deaths} deaths, ${report.done} done, ${report.lost} lost, ${report.halves} halves`,
      )
    }
    const end = verifiesEnd
      ? await verifyEnd({ app, smtp, until: () => targets.current() })
      : { mails: 0, orphans: 0, violations: [] }
    return {
      useCases: useCases.toSorted((a, b) => a.name.localeCompare(b.name)),
      passedOver,
      mails: end.mails,
      orphans: end.orphans,
      seconds: (performance.now() - begunAt) / 1000,
      violations: [...found, ...violations, ...end.violations],
    }
  } finally {
    await targets.stop()
    await app.stop()
    await smtp.stop()
    await buckets?.remove()
  }
}

const options = readOptions({ only: '', seed: 1, bucket: false, sample: 0, 'without-end': false })
const teardown = await setup()
const { useCases, passedOver, mails, orphans, seconds, violations } = await runBoundaries({
  ...options,
  inBucket: options.bucket,
  verifiesEnd: !options['without-end'],
}).finally(teardown)
console.table(useCases)
console.log(`Nothing written, or refused as made:\n  ${passedOver.join('\n  ')}`)
const sum = (key: 'deaths' | 'done' | 'lost' | 'halves') =>
  useCases.reduce((total, useCase) => total + useCase[key], 0)
console.log(
  `${useCases.length} use cases, ${sum('deaths')} deaths: ${sum('done')} done, ${sum('lost')} lost, ${sum('halves')} halves;`,
  `${mails} mails, ${orphans} files without a row before the job; ${Math.round(seconds)} s`,
)
conclude(violations, {
  tried: `${useCases.length} calls, ${thousands(sum('deaths'))} deaths`,
  found: `${sum('lost')} lost, ${sum('halves')} halves, ${violations.length} violations`,
})
