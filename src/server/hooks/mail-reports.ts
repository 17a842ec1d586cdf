import { maskCards } from '#contract/rules/card-numbers.ts'
import { recordEvent } from '#server/orders/events.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { MailReportKind } from '#server/platform/db/tables.ts'
import { maskAddresses } from '#server/platform/log.ts'
import { recordMailReport, type MailReport, type RecordedReport } from '#server/platform/mail/reports.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { Actor, Call } from '#server/platform/work.ts'

const maxDetailChars = 1000

const eventActions: Partial<Record<MailReportKind, 'mail bounced' | 'mail delayed' | 'mail marked as spam'>> =
  {
    deferred: 'mail delayed',
    bounced: 'mail bounced',
    refused: 'mail bounced',
    complained: 'mail marked as spam',
  }

/** An absence note, too, is reported as a delay, after the delivery. */
const isNewsOf = (kind: MailReportKind, { isFirst, isApplied, state }: RecordedReport): boolean => {
  if (kind === 'deferred') return isFirst && state === 'sent'
  return kind === 'complained' ? isFirst : isApplied
}

/** Records reports in one transaction. Returns those about our mails; the others are ignored. */
export const receiveReports = (
  call: Call<Actor>,
  reports: readonly MailReport[],
): Promise<RecordedReport[]> =>
  inTransaction(call.db, async (tx) => {
    const known: RecordedReport[] = []
    for (const { detail: rawDetail, ...rest } of reports) {
      // Providers repeat the recipient.
      const detail = rawDetail && maskCards(maskAddresses(singleLine(rawDetail, maxDetailChars)))
      const report = { ...rest, detail }
      const recorded = await recordMailReport(tx, report, call.now)
      if (!recorded) continue
      known.push(recorded)
      const action = eventActions[report.kind]
      const isNews = isNewsOf(report.kind, recorded)
      if (isNews && action && recorded.orderId !== null)
        await recordEvent(
          { ...call, tx, actor: { kind: 'mail', name: report.provider } },
          { orderId: recorded.orderId, action, details: { reason: detail ?? '' } },
        )
    }
    return known
  })
