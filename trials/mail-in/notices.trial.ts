import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealContent } from '#server/platform/mail/mail-content.ts'
import { createTestOrder } from '../../test/support/orders.ts'
import { useTestApp } from '../../test/support/use-test-app.ts'
import { buildMultipartForm } from '../../test/support/webhooks.ts'
import { reportFigures } from '../figures.ts'
import { envelopeSenderOf, failedRecipientOf, readMailFolders, type MailFile } from './mail-files.ts'

const domain = 'mail.pabean.example'
const inboundKey = 'inbound-key-0123456789'
const files = readMailFolders(process.env['MAIL_FOLDERS'] ?? '')

let now = Date.parse('2026-11-20T10:00:00Z')
const app = useTestApp({ env: { INBOUND_KEY: inboundKey }, clock: () => new Date(now) })

const variants = ['as it is', 'with our Message-ID', 'to our envelope address'] as const
type Variant = (typeof variants)[number]

async function insertMail(orderId: number, recipient: string): Promise<string> {
  const at = new Date((now += 1000))
  const id = randomUUID()
  await app.owner
    .insertInto('mails')
    .values({
      order_id: orderId,
      ...sealContent(app.platform.seal, id, { kind: 'approved', subject: 'Approved', props: {} }),
      recipient,
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

/** The ids of mails that it returns become ours. */
function fill({ head, body }: MailFile, variant: Variant, mailId: string): string {
  const returned =
    variant === 'with our Message-ID'
      ? body.replaceAll(/^(Message-I[dD]:\s*)<[^>]*>/gm, `$1<${mailId}@${domain}>`)
      : body
  return `${head.replaceAll(/^(Message-I[dD]:\s*)<[^>]*>/gm, `$1<${randomUUID()}@x.example>`)}${returned}`
}

async function deliver(file: MailFile, variant: Variant) {
  const orderId = await createTestOrder(app, { email: failedRecipientOf(file) })
  await app.owner
    .updateTable('orders')
    .set({ process_status: 'Awaiting' })
    .where('order_id', '=', orderId)
    .execute()
  const mailId = await insertMail(orderId, failedRecipientOf(file))
  const decoyId = await insertMail(orderId, 'decoy@traveller.example')
  const to =
    variant === 'to our envelope address'
      ? `${orderId}+b${mailId.replaceAll('-', '')}@${domain}`
      : `${orderId}@${domain}`
  const { body, type } = buildMultipartForm({
    email: { bytes: Buffer.from(fill(file, variant, mailId), 'latin1'), name: '', type: '' },
    envelope: JSON.stringify({ to: [to], from: envelopeSenderOf(file) }),
    SPF: 'pass',
  })
  const { status } = await fetch(`${app.url}/api/hooks/sendgrid/inbound/${inboundKey}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(body),
  })
  // Within the quotas of an hour.
  now += 30_000
  const mails = await app.owner
    .selectFrom('mails')
    .select(['id', 'state', 'doubted_at'])
    .where('order_id', '=', orderId)
    .execute()
  const order = await app.owner
    .selectFrom('orders')
    .select('process_status')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const messages = await app.owner
    .selectFrom('messages')
    .select(['automatic', 'listed'])
    .where('order_id', '=', orderId)
    .execute()
  const reports = await app.owner
    .selectFrom('mail_reports')
    .select('kind')
    .where('mail_id', '=', mailId)
    .execute()
  const bounced = mails.filter(({ state }) => state === 'bounced').map(({ id }) => id)
  const isItem = mails.some(({ doubted_at: doubtedAt }) => doubtedAt !== null)
  const isShown = isItem || messages.some(({ automatic, listed }) => !automatic || listed !== null)
  return {
    file,
    variant,
    status,
    isBounced: bounced.includes(mailId),
    isItem,
    isFalse: bounced.includes(decoyId) || (bounced.length > 0 && file.kind !== 'bounce'),
    hasMoved: order.process_status !== 'Awaiting',
    isHidden: !isShown && bounced.length === 0 && reports.length === 0,
  }
}
type Delivered = Awaited<ReturnType<typeof deliver>>

const named = (delivered: readonly Delivered[]) =>
  delivered.map(({ file, variant }) => `${file.name} ${variant}`)

test('public mails: bounces are found, no other state changes, no machine moves an order, nothing is hidden', async () => {
  const delivered: Delivered[] = []
  for (const file of files)
    for (const variant of variants) {
      if (variant !== 'as it is' && !['bounce', 'delay'].includes(file.kind)) continue
      delivered.push(await deliver(file, variant))
      if (delivered.length % 200 === 0) console.log(`${delivered.length} mails`)
    }
  const bounces = delivered.filter(({ file }) => file.kind === 'bounce')
  const missed = bounces.filter(({ isBounced, isItem }) => !isBounced && !isItem)
  const isMachine = ({ file }: Delivered) => file.kind !== 'other'
  console.table(
    variants.map((variant) => {
      const those = bounces.filter((one) => one.variant === variant)
      return {
        variant,
        bounces: those.length,
        bounced: those.filter(({ isBounced }) => isBounced).length,
        item: those.filter(({ isBounced, isItem }) => !isBounced && isItem).length,
        missed: those.filter(({ isBounced, isItem }) => !isBounced && !isItem).length,
      }
    }),
  )
  console.table(
    ['delay', 'success', 'receipt', 'absence', 'other'].map((kind) => {
      const those = delivered.filter(({ file }) => file.kind === kind)
      return {
        kind,
        mails: those.length,
        item: those.filter(({ isItem }) => isItem).length,
        moved: those.filter(({ hasMoved }) => hasMoved).length,
        hidden: those.filter(({ isHidden }) => isHidden).length,
      }
    }),
  )
  const faults = {
    refused: named(delivered.filter(({ status }) => status !== 200)),
    'false changes of state': named(delivered.filter(({ isFalse }) => isFalse)),
    'machines that moved an order': named(delivered.filter((one) => isMachine(one) && one.hasMoved)),
    hidden: named(delivered.filter(({ isHidden }) => isHidden)),
  }
  console.log({ missed: named(missed), ...faults })
  const found = 1 - missed.length / Math.max(1, bounces.length)
  reportFigures({
    tried: `${delivered.length} mails of ${files.length} files`,
    found: `${(found * 100).toFixed(1)} % of ${bounces.length} bounces; ${Object.entries(faults)
      .map(([name, those]) => `${those.length} ${name}`)
      .join(', ')}`,
  })
  expect(files.length).toBeGreaterThan(0)
  expect(found).toBeGreaterThanOrEqual(0.98)
  expect(faults['false changes of state']).toEqual([])
  expect(faults.hidden).toEqual([])
  expect(faults.refused).toEqual([])
  expect(faults['machines that moved an order'].length).toBeLessThanOrEqual(missed.length)
})
