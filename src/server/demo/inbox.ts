import { keepMessage } from '#server/messages/store-message.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { approvedDocument } from './approved-document.ts'
import { newestQuietOrder } from './demo.queries.ts'
import { demoReplies, type DemoReply } from './replies.ts'

type QuietOrder = NonNullable<Awaited<ReturnType<typeof newestQuietOrder>>>

/** Receives the first run's mails as if a provider had handed them over. */
export async function receiveReplies(platform: Platform): Promise<void> {
  const start = platform.clock()
  for (const [place, reply] of demoReplies.entries()) {
    const now = new Date(start.getTime() - reply.minutesAgo * 60_000)
    const order = await inTransaction(platform.db, (tx) => newestQuietOrder(tx, reply.status, now))
    if (!order) continue
    const actor = { kind: 'mail', name: 'demo' } as const
    await keepMessage({ ...platform, actor, now, ip: '', userAgent: '' }, [order.order_id], {
      messageId: `<demo-${place}@example.com>`,
      references: [],
      from: reply.from ?? { name: order.full_name, address: order.email },
      to: `${order.order_id}@${platform.config.sendDomain}`,
      subject: reply.subject,
      text: reply.text,
      automatic: reply.automatic === true,
      authentic: 'pass',
      files: await filesOf(reply, order, now),
    })
  }
}

async function filesOf({ brings }: DemoReply, order: QuietOrder, now: Date) {
  if (brings !== 'approval') return []
  const bytes = await approvedDocument({
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
