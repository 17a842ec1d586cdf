import { storeMessage } from '#server/messages/store-message.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/work.ts'
import { renderApprovedDocument } from './approved-document.ts'
import { selectNewestUntouchedOrder } from './demo.queries.ts'
import { demoReplies, type DemoReply } from './replies.ts'

type UntouchedOrder = NonNullable<Awaited<ReturnType<typeof selectNewestUntouchedOrder>>>

/** Receives the demo's mails as if a provider had delivered them. */
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
      automatic: reply.automatic === true,
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
