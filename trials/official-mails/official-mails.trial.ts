import { afterAll, beforeAll, expect, test } from 'vitest'
import { childrenSeconds, processorSeconds } from '../bench/processor-time.ts'
import { officialDomain, officialMails, summarize } from './official-mails.ts'
import { startServerProcess, type ServerProcess } from '../../test/support/server-process.ts'
import { serverEnvironment, startTestApp, testIntakeKey, type TestApp } from '../../test/support/test-app.ts'
import { sendgridKey } from '../../test/support/webhooks.ts'
import { reportFigures } from '../figures.ts'

const mailCount = Number(process.env.OFFICIAL_MAILS ?? 10_000)

const key = sendgridKey()
let app: TestApp
let server: ServerProcess
beforeAll(async () => {
  app = await startTestApp()
  server = await startServerProcess({
    ...serverEnvironment(app),
    INTAKE_KEY: testIntakeKey,
    SENDGRID_WEBHOOK_KEY: key.publicKey,
    OFFICIAL_SENDERS: officialDomain,
    LOG_LEVEL: 'error',
  })
})
afterAll(async () => {
  await server.end()
  await app.stop()
})

test(
  'official mails: matching ones become certain proposals within a minute, wrong ones never (product §12)',
  { timeout: 500_000 + mailCount * 10_000 },
  async () => {
    const mails = officialMails({ url: server.url, db: app.owner, intakeKey: testIntakeKey, key })
    const begunAt = performance.now()
    const outcomes = await mails.sendAll(mailCount, (sent) => {
      if (sent % 500 === 0) console.log(`${sent} of ${mailCount} mails`)
    })
    const pid = server.child.pid ?? 0
    const used = { server: await processorSeconds(pid), parsers: await childrenSeconds(pid) }
    const { rows, certainOfRight, wrongCertain, p50, p95 } = summarize(outcomes)
    console.table(rows)
    const minutes = (performance.now() - begunAt) / 60_000
    console.log(
      `${mailCount} mails in ${minutes.toFixed(1)} min, p50 ${p50.toFixed(1)} s, p95 ${p95.toFixed(1)} s`,
    )
    const parts = Object.entries(used).map(
      ([by, seconds]) => `${by} ${((1000 * seconds) / mailCount).toFixed(0)} ms`,
    )
    console.log(`processor time of a mail: ${parts.join(', ')}`)
    reportFigures({
      tried: `${mailCount} mails`,
      found: `${wrongCertain} wrong ones certain, ${(certainOfRight * 100).toFixed(1)} % of right ones; p50 ${p50.toFixed(1)} s, p95 ${p95.toFixed(1)} s`,
    })
    expect(wrongCertain).toBe(0)
    expect(certainOfRight).toBeGreaterThanOrEqual(0.95)
    expect(rows.find(({ kind }) => kind === 'forged sender')).toMatchObject({ uncertain: 0, certain: 0 })
  },
)
