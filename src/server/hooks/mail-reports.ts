import { recordEvent } from '#server/orders/events.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { MailReportKind } from '#server/platform/db/tables.ts'
import { noteReport, type MailReport } from '#server/platform/mail/reports.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { Actor, Call } from '#server/platform/work.ts'

/** Characters. */
const longestDetail = 1000

/** What a member should read in the order's history. */
const events: Partial<Record<MailReportKind, 'mail bounced' | 'mail marked as spam'>> = {
  bounced: 'mail bounced',
  refused: 'mail bounced',
  complained: 'mail marked as spam',
}

/** Notes what a provider says of mails, all or nothing; reports of mails that are not ours are passed over. */
export const takeReports = (call: Call<Actor>, reports: readonly MailReport[]): Promise<number> =>
  inTransaction(call.db, async (tx) => {
    let known = 0
    for (const { detail: said, ...rest } of reports) {
      const detail = said && singleLine(said, longestDetail)
      const report = { ...rest, detail }
      const noted = await noteReport(tx, report, call.now)
      if (!noted) continue
      known += 1
      const action = events[report.kind]
      if (noted.isNew && action && noted.orderId !== null)
        await recordEvent(
          { ...call, tx, actor: { kind: 'mail', name: report.provider } },
          { orderId: noted.orderId, action, details: { reason: detail ?? '' } },
        )
    }
    return known
  })
