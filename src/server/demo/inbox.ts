import { storeMessage } from '#server/messages/store-message.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import { sha256Of, storeProposal } from '#server/proposals/propose.ts'
import type { Platform } from '#server/platform/work.ts'
import type { Status } from '#contract/rules/statuses.ts'
import { renderApprovedDocument } from './approved-document.ts'
import { selectNewestUntouchedOrder } from './demo.queries.ts'

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
      from: { name: order.full_name, address: order.email },
      to: [{ name: '', address: `${order.order_id}@${platform.config.sendDomain}` }],
      subject: reply.subject,
      text: reply.text,
      movesOrder: !reply.automatic,
      byProgram: reply.automatic === true,
      listed: reply.automatic ? 'while waiting' : 'replies',
      authentic: 'pass',
      files: [],
    })
  }
}

/** Proposes the customs office's document of an order that waits for it, as if a member had dropped it. */
export async function proposeDemoDocument(platform: Platform): Promise<void> {
  const now = platform.clock()
  const order = await inTransaction(platform.db, (tx) => selectNewestUntouchedOrder(tx, 'AwaitingGovt', now))
  if (!order) return
  const bytes = await renderApprovedDocument({
    orderId: order.order_id,
    heading: order.prefix === 'departure' ? 'Departure declaration' : 'Arrival declaration',
    passportName: order.full_name,
    passport: '-',
    nationality: order.country_name,
    travelDate: order.travel_date ?? '-',
    approvedAt: now,
  })
  const stored = platform.files.seal('proposals.file_key', bytes)
  await storeWithRows(platform, [stored], async (tx) => {
    await storeProposal(
      { ...platform, tx, now },
      {
        stored,
        contentType: 'application/pdf',
        size: bytes.length,
        sha256: sha256Of(bytes),
        content: { name: `persetujuan-${order.order_id}.pdf`, addressedTo: [], sender: '' },
        memberId: null,
        messageFileId: null,
      },
    )
    return true
  })
}

/** A mail to the newest order of a status without later events. */
interface DemoReply {
  status: Status
  minutesAgo: number
  subject: string
  text: string
  automatic?: true
}

const demoReplies: readonly DemoReply[] = [
  {
    status: 'Awaiting',
    minutesAgo: 12,
    subject: 'Re: What we still need from you',
    text: 'Dear team,\n\nthe missing digit of my passport number is 7 at the very end. Sorry for the trouble.\n\nKind regards',
  },
  {
    status: 'Contact Customer',
    minutesAgo: 130,
    subject: 'Out of office',
    text: 'I am travelling and read my mail again next week.',
    automatic: true,
  },
]
