import { storeMessage } from '#server/messages/store-message.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import type { Status } from '#contract/rules/statuses.ts'
import { renderApprovedDocument } from './approved-document.ts'
import { selectNewestUntouchedOrder } from './demo.queries.ts'

type UntouchedOrder = NonNullable<Awaited<ReturnType<typeof selectNewestUntouchedOrder>>>

/** Receives the demo's mails as from a provider. */
export async function receiveDemoReplies(platform: Platform): Promise<void> {
  const start = platform.clock()
  for (const [index, reply] of demoReplies.entries()) {
    const now = new Date(start.getTime() - reply.minutesAgo * 60_000)
    const order = await inTransaction(platform.db, (tx) => selectNewestUntouchedOrder(tx, reply.status, now))
    if (!order) continue
    const actor = { kind: 'mail', name: 'demo' } as const
    await storeMessage({ ...platform, actor, now, ip: '', userAgent: '' }, [order.order_id], {
      messageId: `<demo-${index}@example.com>`,
      references: [],
      from: reply.from ?? { name: order.full_name, address: order.email },
      to: [{ name: '', address: `${order.order_id}@${platform.config.sendDomain}` }],
      subject: reply.subject,
      text: reply.text,
      movesOrder: !reply.automatic,
      byProgram: reply.automatic === true,
      listed: reply.automatic ? 'while waiting' : 'replies',
      authentic: 'pass',
      files: await renderAttachments(reply, order, now),
    })
  }
}

async function renderAttachments({ attachment }: DemoReply, order: UntouchedOrder, now: Date) {
  if (attachment !== 'approval') return []
  const bytes = await renderApprovedDocument({
    orderId: order.order_id,
    heading: order.prefix === 'departure' ? 'Departure declaration' : 'Arrival declaration',
    passportName: order.full_name,
    passport: '-',
    nationality: order.country_name,
    travelDate: order.travel_date ?? '-',
    approvedAt: now,
  })
  return [{ name: `persetujuan-${order.order_id}.pdf`, contentType: 'application/pdf', bytes }]
}

/** A mail to the newest order of a status without later events. */
interface DemoReply {
  status: Status
  minutesAgo: number
  /** The sender; the order's own address if absent. */
  from?: { name: string; address: string }
  subject: string
  text: string
  /** A document as the customs office sends it. */
  attachment?: 'approval'
  automatic?: true
}

const customsOffice = { name: 'Layanan e-CD', address: 'layanan@bea-cukai.example' }

const demoReplies: readonly DemoReply[] = [
  {
    status: 'Awaiting',
    minutesAgo: 12,
    subject: 'Re: What we still need from you',
    text: 'Dear team,\n\nthe missing digit of my passport number is 7 at the very end. Sorry for the trouble.\n\nKind regards',
  },
  {
    status: 'Awaiting',
    minutesAgo: 47,
    subject: 'Re: Your customs declaration',
    text: 'Hello,\n\nthe camera cost 1,699 US dollars. I bought it two years ago and take it home again.\n\nDo I need the receipt with me?',
  },
  {
    status: 'AwaitingGovt',
    minutesAgo: 25,
    from: customsOffice,
    subject: 'Persetujuan deklarasi',
    text: 'Terlampir dokumen persetujuan untuk deklarasi tersebut.',
    attachment: 'approval',
  },
  {
    status: 'Contact Customer',
    minutesAgo: 95,
    from: { name: 'Anna', address: 'anna.on.the.road@example.net' },
    subject: 'My order',
    text: 'I write from the address of my sister, mine does not work here. We land a day later, on the same flight. Can you change it?',
  },
  {
    status: 'Contact Customer',
    minutesAgo: 130,
    subject: 'Out of office',
    text: 'I am travelling and read my mail again next week.',
    automatic: true,
  },
]
