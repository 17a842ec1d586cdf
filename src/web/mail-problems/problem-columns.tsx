import { Link } from 'wouter'
import type { MailProblem } from '#contract/mail-problems.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { missingText, orMissingText } from '#contract/rules/missing-text.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { mailKindLabel } from '#web/documents/mail-labels.ts'
import { fromList } from '#web/lib/back-target.ts'
import { MailState } from '#web/messages/MailState.tsx'
import type { Column } from '#web/ui/table/table-types.ts'

/** A text of unknown direction, with the full text in its title where the cell cuts it. */
function truncatedText(text: string | null) {
  const shown = orMissingText(text)
  return shown === missingText ? missingText : <bdi title={shown}>{shown}</bdi>
}

export const problemColumns: readonly Column<MailProblem>[] = [
  {
    key: 'orderId',
    header: 'Order ID',
    width: 110,
    render: ({ order_id: orderId }) => (
      <Link href={viewOrderPath(orderId)} state={fromList}>
        {orderId}
      </Link>
    ),
  },
  { key: 'name', header: 'Name', width: 100, isFlexible: true, render: ({ name }) => truncatedText(name) },
  { key: 'mail', header: 'Mail', width: 130, render: (problem) => mailKindLabel(problem) },
  { key: 'to', header: 'To', width: 130, isFlexible: true, render: ({ to }) => truncatedText(to) },
  { key: 'state', header: 'State', width: 92, render: ({ state }) => <MailState state={state} /> },
  { key: 'why', header: 'Why', width: 120, isFlexible: true, render: ({ error }) => truncatedText(error) },
  { key: 'at', header: 'Since', zone: 'EST', width: 92, render: ({ at }) => estDateTime(at) },
]
