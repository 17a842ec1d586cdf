// npm run trial -- upgrade [--from COMMIT] [--desks 4] [--seconds 10] [--no-plant] [--no-course] [--landed 6]: the version before
// and this one side by side on one database under load, through the whole upgrade; then this version over the data folders of
// landed ones, from 1.0 on. COMMIT is the version before, by default that before the newest migrations, or 1.0 itself while
// there is none; `--no-plant` leaves out the trial's own migrations of both steps, `--no-course` the upgrade under load.
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '#server/platform/project-root.ts'
import setup from '../../test/support/global-setup.ts'
import { runCourse } from './course.ts'
import { upgradeLandedVersions } from './landed-versions.ts'
import { buildCommit, buildPlanted, findVersionBefore } from './versions.ts'
import { reportFigures } from '../figures.ts'

const { values } = parseArgs({
  allowNegative: true,
  options: {
    from: { type: 'string' },
    desks: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '10' },
    plant: { type: 'boolean', default: true },
    course: { type: 'boolean', default: true },
    /** The number of landed versions, the first and the last included. */
    landed: { type: 'string', default: '6' },
  },
})

const log = (line: string) => console.log(line)
const shown = (lines: readonly string[]) => {
  for (const line of [...new Set(lines)].slice(0, 20)) log(`  ${line}`)
}

const tried: string[] = []

async function upgradeUnderLoad(folder: string): Promise<boolean> {
  const before = await buildCommit(values.from ?? (await findVersionBefore()), join(folder, 'before'))
  const after = values.plant
    ? await buildPlanted(join(folder, 'after'))
    : { name: 'this version', folder: projectRoot() }
  log(`from ${before.name} to ${after.name}`)
  const { requests, writes, found, violations, ofOldPage, replaced, ofPages, problems } = await runCourse({
    before,
    after,
    folder,
    desks: Number(values.desks),
    stepSeconds: Number(values.seconds),
    log,
  })
  const { done, notDone } = writes.unanswered
  const refused = Object.values(writes.refused).reduce((sum, times) => sum + times, 0)
  log(`requests: ${requests.tried} tried, ${requests.failed.length} failed`)
  log(`answered by ${[...requests.served].map(([version, count]) => `${version}: ${count}`).join(', ')}`)
  shown(requests.failed)
  log(
    `writes: ${writes.acknowledged} acknowledged, ${violations.length} lost, doubled or half done; ${done + notDone} without an answer, ${refused} refused (${found.orders} orders, ${found.documents} documents and ${found.mails} mails read again)`,
  )
  shown(violations)
  shown(Object.entries(writes.refused).map(([reason, times]) => `${times} refused: ${reason}`))
  log(
    `files of the old page, asked of new servers: ${ofOldPage.tried} tried (${replaced} of them not of the new build), ${ofOldPage.missing.length} missing`,
  )
  shown(ofOldPage.missing)
  log(`files of pages loaded meanwhile: ${ofPages.tried} tried, ${ofPages.missing.length} missing`)
  shown(ofPages.missing)
  shown(problems)
  const faults = [requests.failed, violations, ofOldPage.missing, ofPages.missing, problems].flat()
  tried.push(`${requests.tried} requests, ${writes.acknowledged} writes from ${before.name}`)
  log(faults.length === 0 ? 'no failed request, nothing lost, nothing doubled' : `${faults.length} faults`)
  return faults.length === 0
}

execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: projectRoot(), stdio: 'inherit' })
const teardown = await setup()
const folder = await mkdtemp(join(tmpdir(), 'pabean-upgrade-'))
await chmod(folder, 0o755)
try {
  const isWell = !values.course || (await upgradeUnderLoad(folder))
  const comeUp = await upgradeLandedVersions({ folder, count: Number(values.landed), log })
  reportFigures({
    tried: [...tried, `${values.landed} landed versions`].join(', '),
    found: isWell && comeUp ? 'no failed request, nothing lost' : 'faults',
  })
  process.exitCode = isWell && comeUp ? 0 : 1
} finally {
  await teardown()
  await rm(folder, { recursive: true, force: true })
}
