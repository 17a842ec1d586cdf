// npm run trial -- background: servers that are ended at one boundary after the other of what they do after their answers.
import { setTimeout as pause } from 'node:timers/promises'
import setup from '../../../test/support/global-setup.ts'
import { conclude, thousands } from '../../figures.ts'
import { readOptions } from '../../options.ts'
import { recordOf } from '#contract/rules/typed-keys.ts'
import { startSmtp } from '../../../test/support/mail/smtp.ts'
import {
  serverEnvironment,
  startTestApp,
  testIntakeKey,
  type TestApp,
} from '../../../test/support/test-app.ts'
import { startServerProcess, type ServerProcess } from '../../../test/support/server-process.ts'
import { createBackgroundCalls, verifyBackgroundWork } from './background-work.ts'
import { dieAfter } from './targets.ts'
import type { UseCase } from './use-case.ts'
import { inboundKey } from './use-cases.ts'
import { countLeft, verifyEnd } from './verify-end.ts'

/** Loops ask for work every second, which counts too, so a living server never reaches the end by itself. */
const roundLimitMs = 60_000

/** Null where it died before it was ready. */
const startDying = (env: Record<string, string>, boundary: number): Promise<ServerProcess | null> =>
  startServerProcess({ ...env, DIE_AFTER: String(boundary), NODE_OPTIONS: `--import=${dieAfter}` }).catch(
    () => null,
  )

/** True once it died; false once no work is left. */
async function untilDeath(server: ServerProcess, app: TestApp): Promise<boolean> {
  const deadline = Date.now() + roundLimitMs
  while (!server.hasEnded() && (await countLeft(app.owner)) > 0 && Date.now() < deadline) await pause(50)
  const hasDied = server.hasEnded()
  await server.end()
  return hasDied
}

async function callOnce(app: TestApp, { name, prepare }: UseCase): Promise<void> {
  const send = await prepare(app.url)
  const answer = await send(app.url)
  if (!answer.ok) throw new Error(`${name} is answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Servers do the work that follows answers (mails, previews, erasures, bulk runs, mailed files); each dies one boundary later than the one before, the last one lives. */
async function runBackground(deaths: number) {
  const begunAt = performance.now()
  const smtp = await startSmtp()
  // The provider by which mails were queued sends them.
  const settings = { INBOUND_KEY: inboundKey, SMTP_URL: `smtp://127.0.0.1:${smtp.port}` }
  const app = await startTestApp({ env: settings })
  const env = { ...serverEnvironment(app), ...settings, INTAKE_KEY: testIntakeKey, LOG_LEVEL: 'silent' }
  const useCases = createBackgroundCalls(app)
  const report = {
    deaths: 0,
    survivors: 0,
    calls: recordOf(
      useCases.map(({ name }) => name),
      () => 0,
    ),
  }
  let last: ServerProcess | undefined
  try {
    for (let boundary = 1; boundary <= deaths; boundary++) {
      for (const useCase of useCases) {
        await callOnce(app, useCase)
        report.calls[useCase.name] = (report.calls[useCase.name] ?? 0) + 1
      }
      const server = await startDying(env, boundary)
      if (server === null || (await untilDeath(server, app))) report.deaths += 1
      else report.survivors += 1
      if (boundary % 20 === 0) console.error(`${boundary} servers, ${report.deaths} of them ended`)
    }
    last = await startServerProcess(env)
    const end = await verifyEnd({ app, smtp, until: async () => {} })
    return {
      ...report,
      mails: end.mails,
      orphans: end.orphans,
      seconds: (performance.now() - begunAt) / 1000,
      violations: [...end.violations, ...(await verifyBackgroundWork(app.owner))],
    }
  } finally {
    await last?.end()
    await app.stop()
    await smtp.stop()
  }
}

const { deaths } = readOptions({ deaths: 300 })
const teardown = await setup()
const { violations, ...figures } = await runBackground(deaths).finally(teardown)
console.log(figures)
const calls = Object.values(figures.calls).reduce((sum, count) => sum + count, 0)
conclude(violations, {
  tried: `${figures.deaths} deaths, ${thousands(calls)} calls`,
  found: `${violations.length} lost or done twice`,
})
