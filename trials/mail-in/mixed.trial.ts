import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealContent } from '#server/platform/mail/mail-content.ts'
import { createTestOrder } from '../../test/support/orders.ts'
import { startServerProcess, type ServerProcess } from '../../test/support/server-process.ts'
import { serverEnvironment, startTestApp, testIntakeKey, type TestApp } from '../../test/support/test-app.ts'
import { aMail, buildMultipartForm } from '../../test/support/webhooks.ts'
import { reportFigures, thousands } from '../figures.ts'

const mailCount = Number(process.env['MIXED_MAILS'] ?? 10_000)
const mailsPerKill = 250
const ordersPerMail = 1 / 12
const domain = 'mail.pabean.example'
const inboundKey = 'inbound-key-0123456789'

let app: TestApp
let server: ServerProcess
let start: () => Promise<ServerProcess>
beforeAll(async () => {
  app = await startTestApp()
  start = () =>
    startServerProcess({
      ...serverEnvironment(app),
      INTAKE_KEY: testIntakeKey,
      INBOUND_KEY: inboundKey,
      LOG_LEVEL: 'error',
    })
  server = await start()
})
afterAll(async () => {
  await server.end()
  await app.stop()
})

interface MixedMail {
  orderId: number
  messageId: string
  from: string
  /** Our mail that it reports about. */
  mailId: string | null
  source: Buffer
}

async function insertMail(orderId: number): Promise<string> {
  const at = new Date()
  const id = randomUUID()
  const content = sealContent(app.platform.seal, id, { kind: 'answer', subject: 'An answer', props: {} })
  await app.owner
    .insertInto('mails')
    .values({
      order_id: orderId,
      ...content,
      recipient: 'siti@traveller.example',
      provider: 'SMTP',
      state: 'sent',
      created_at: at,
      not_before: at,
      sent_at: at,
      state_at: at,
    })
    .execute()
  return id
}

const kinds: readonly Record<string, string>[] = [
  {},
  { 'Auto-Submitted': 'auto-replied' },
  { 'X-Failed-Recipients': 'siti@traveller.example' },
  { 'List-ID': '<a.example>' },
]

async function makeMail(orderId: number, index: number): Promise<MixedMail> {
  const headers = kinds[index % kinds.length] ?? {}
  const mailId = 'X-Failed-Recipients' in headers && index % 8 < 4 ? await insertMail(orderId) : null
  const messageId = `<${randomUUID()}@traveller.example>`
  const from = mailId ? '' : `sender${index}@traveller.example`
  const text = mailId
    ? `It could not be delivered.\n\n--- The message follows ---\n\nMessage-ID: <${mailId}@${domain}>`
    : `Mail ${index}.`
  const head = {
    From: from || 'mailer-daemon@mx.example',
    To: `${orderId}@${domain}`,
    Subject: `Mail ${index}`,
    'Message-ID': messageId,
  }
  return { orderId, messageId, from, mailId, source: aMail({ ...head, ...headers }, text) }
}

/** Sends until it is taken, as a provider does. */
async function deliver({ orderId, from, source }: MixedMail): Promise<void> {
  const { body, type } = buildMultipartForm({
    email: { bytes: source, name: '', type: '' },
    envelope: JSON.stringify({ to: [`${orderId}@${domain}`], from }),
    SPF: 'pass',
  })
  for (;;) {
    const response = await fetch(`${server.url}/api/hooks/sendgrid/inbound/${inboundKey}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(body),
    }).catch(() => null)
    await response?.arrayBuffer().catch(() => null)
    if (response?.status === 200) return
    if (response && response.status < 500) throw new Error(`a mail was refused with ${response.status}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)

test('mails mixed, doubled and in any order, with kills: each is kept once, or counted', async () => {
  const orders: number[] = []
  for (let made = 0; made < Math.max(1, mailCount * ordersPerMail); made += 1)
    orders.push(await createTestOrder(app, { email: 'siti@traveller.example' }))
  const mails: MixedMail[] = []
  for (let index = 0; index < mailCount / 2; index += 1)
    mails.push(await makeMail(orders[index % orders.length] ?? 0, index))

  const queue = shuffled([...mails, ...mails])
  let [sent, kills, leftOut] = [0, 0, 0]
  /** Quotas are of an hour, the trial is shorter. */
  const takeQuotas = async () => {
    const rows = await app.owner.deleteFrom('mail_quotas').returningAll().execute()
    for (const row of rows) if (row.scope === 'all') leftOut += row.left_out
  }
  const work = async () => {
    for (let mail = queue.pop(); mail; mail = queue.pop()) {
      await deliver(mail)
      sent += 1
      if (sent % 1000 === 0) {
        await takeQuotas()
        console.log(`${sent} mails`)
      }
      if (sent % mailsPerKill !== 0) continue
      kills += 1
      await server.end('SIGKILL')
      server = await start()
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))
  await takeQuotas()

  const stored = await app.owner
    .selectFrom('messages')
    .select(['message_id', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('message_id')
    .execute()
  const storedCount = new Map(stored.map(({ message_id: id, count }) => [id, count]))
  const bounced = await app.owner.selectFrom('mails').select('id').where('state', '=', 'bounced').execute()
  const bouncedIds = new Set(bounced.map(({ id }) => id))
  const messages = mails.filter(({ mailId }) => mailId === null)
  const lost = [
    ...messages.filter(({ messageId }) => !storedCount.has(messageId)),
    ...mails.filter(({ mailId }) => mailId !== null && !bouncedIds.has(mailId)),
  ]
  const doubled = stored.filter(({ count }) => count > 1)
  const reports = await app.owner.selectFrom('mail_reports').select('id').execute()
  reportFigures({
    tried: `${thousands(mails.length * 2)} mails, ${kills} kills`,
    found: `${thousands(stored.length)} kept once, ${thousands(bounced.length)} bounces, ${doubled.length} doubled, ${lost.length} lost, ${leftOut} left out and counted`,
  })
  console.log({ stored: stored.length, bounced: bounced.length, kills, leftOut })
  expect(doubled).toEqual([])
  expect(lost.length).toBeLessThanOrEqual(leftOut)
  expect(reports).toHaveLength(bounced.length)
})
