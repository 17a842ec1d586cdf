import { maskCards } from '#contract/rules/card-numbers.ts'
import { recordEvent } from '#server/orders/events.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { MailReportKind } from '#server/platform/db/tables.ts'
import { maskAddresses } from '#server/platform/log.ts'
import { recordMailReport, type MailReport } from '#server/platform/mail/reports.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { Actor, Call } from '#server/platform/work.ts'

const maxDetailChars = 1000

const eventActions: Partial<Record<MailReportKind, 'mail bounced' | 'mail marked as spam'>> = {
  bounced: 'mail bounced',
  refused: 'mail bounced',
  complained: 'mail marked as spam',
}

/** Records reports in one transaction. Returns how many are about our mails; the others are ignored. */
export const receiveReports = (call: Call<Actor>, reports: readonly MailReport[]): Promise<number> =>
  inTransaction(call.db, async (tx) => {
    let count = 0
    for (const { detail: rawDetail, ...rest } of reports) {
      // Providers repeat the recipient.
      const detail = rawDetail && maskCards(maskAddresses(singleLine(rawDetail, maxDetailChars)))
      const report = { ...rest, detail }
      const recorded = await recordMailReport(tx, report, call.now)
      if (!recorded) continue
      count += 1
      const action = eventActions[report.kind]
      const isNews = action === 'mail bounced' ? recorded.isApplied : recorded.isNew
      if (isNews && action && recorded.orderId !== null)
        await recordEvent(
          { ...call, tx, actor: { kind: 'mail', name: report.provider } },
          { orderId: recorded.orderId, action, details: { reason: detail ?? '' } },
        )
    }
    return count
  })
