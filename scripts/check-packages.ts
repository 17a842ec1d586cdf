// npm run check-packages: judges the lock file by the time frames of docs/security.md; asks the registry. Ends with 1 where
// something breaches one, or could not be asked.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { judgePackages, type Advisory, type Breach } from './lib/judge-packages.ts'
import { packageExceptions } from './lib/package-exceptions.ts'
import { projectRoot } from '#server/platform/project-root.ts'

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(projectRoot(), name), 'utf8'))

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      dev: z.optional(z.boolean()),
      deprecated: z.optional(z.string()),
    }),
  ),
})
const names = z.optional(z.record(z.string(), z.string()))
const manifest = z.object({ dependencies: names, devDependencies: names, optionalDependencies: names })
const outdated = z.record(z.string(), z.object({ latest: z.string() }))
const advisory = z.object({
  name: z.string(),
  title: z.string(),
  severity: z.enum(['critical', 'high', 'moderate', 'low', 'info']),
  range: z.string(),
})
const auditReport = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ nodes: z.array(z.string()), via: z.array(z.union([z.string(), advisory])) }),
  ),
})
const failure = z.object({
  message: z.optional(z.string()),
  error: z.object({ code: z.optional(z.string()), summary: z.optional(z.string()) }),
})

/** npm answers JSON, and ends with 1 also where it found something. Throws with what the registry said. */
async function askNpm<T>(schema: z.ZodMiniType<T>, ...args: string[]): Promise<T> {
  const output = await new Promise<string>((resolve, reject) => {
    execFile('npm', [...args, '--json'], { cwd: projectRoot(), maxBuffer: 2 ** 28 }, (error, stdout) =>
      stdout === '' && error ? reject(error) : resolve(stdout),
    )
  })
  const answer: unknown = output === '' ? {} : JSON.parse(output)
  const failed = z.safeParse(failure, answer)
  if (!failed.success) return z.parse(schema, answer)
  const { message, error } = failed.data
  throw new Error(message || error.summary || error.code || 'npm gave no reason')
}

const unasked: string[] = []

/** What npm answers, or nothing with a line that says so. */
const tryToAsk = <T>(what: string, otherwise: T, asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    unasked.push(`${what} could not be asked for: ${reason}`)
    return otherwise
  })

const asAdvisories = ({ vulnerabilities }: z.infer<typeof auditReport>): Advisory[] =>
  Object.values(vulnerabilities).flatMap(({ nodes, via }) =>
    via.flatMap((it) => (typeof it === 'string' ? [] : [{ ...it, package: it.name, nodes }])),
  )

async function publishTimes(packages: Iterable<string>): Promise<Record<string, Record<string, string>>> {
  const published: Record<string, Record<string, string>> = {}
  for (const name of packages)
    published[name] = await tryToAsk(
      `when versions of ${name} were published`,
      {},
      askNpm(z.record(z.string(), z.string()), 'view', name, 'time'),
    )
  return published
}

const asRow = ({ package: name, version, what, days, allowed }: Breach) => ({
  package: name,
  installed: version,
  what,
  days: days ?? 'no newer version mends it',
  allowed,
})

async function main() {
  const { dependencies, devDependencies, optionalDependencies } = z.parse(manifest, readJson('package.json'))
  const advisories = asAdvisories(
    await tryToAsk('advisories', { vulnerabilities: {} }, askNpm(auditReport, 'audit')),
  )
  const newer = await tryToAsk('newer versions', {}, askNpm(outdated, 'outdated'))
  const latest = Object.fromEntries(Object.entries(newer).map(([name, it]) => [name, it.latest]))
  const toDate = new Set([...Object.keys(latest), ...advisories.map((it) => it.package)])
  const breaches = judgePackages({
    now: new Date(),
    locked: z.parse(lockFile, readJson('package-lock.json')).packages,
    direct: Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
    latest,
    advisories,
    published: await publishTimes(toDate),
    exceptions: packageExceptions,
  })

  for (const { package: name, reason } of packageExceptions) console.log(`let pass: ${name} (${reason})`)
  if (breaches.length > 0) console.table(breaches.map(asRow))
  for (const line of unasked) console.error(line)
  const isFine = breaches.length === 0 && unasked.length === 0
  console.log(isFine ? 'every package is within its time frame' : 'NOT within the time frames, or not known')
  process.exitCode = isFine ? 0 : 1
}

await main()
