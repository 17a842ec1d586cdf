import { VisuallyHidden } from '@mantine/core'
import type { OrderRow } from '#contract/orders.ts'
import { isProblemState } from '#web/messages/mail-states.ts'
import { MailState } from '#web/messages/MailState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { CompactEntry } from '#web/ui/CompactEntry.tsx'
import { isRefundPending } from '#web/refunds/pending-refund.ts'
import { PromiseLabel } from '../../PromiseLabel.tsx'
import { isOpen } from './order-row.ts'
import { LeftCell } from './LeftCell.tsx'
import css from '../queue.module.css'
import {
  AnswerDueCell,
  NameCell,
  PriorityTag,
  RefundedCell,
  StatusCell,
  TravelDateCell,
} from './order-cells.tsx'

const travelOf = (row: OrderRow) =>
  row.arrival_doa === null
    ? ({ label: 'Departure', icon: 'departure', date: row.departure_departure_date } as const)
    : ({ label: 'Arrival', icon: 'arrival', date: row.arrival_doa } as const)

interface CompactOrderProps {
  row: OrderRow
  /** Jakarta's, `YYYY-MM-DD`. */
  today: string
  /** It left the list by somebody else's doing. */
  hasLeft: boolean
}

/** An order on a phone: name; id, status, mode; travel (design, Narrower). Of its mail it says what is amiss. */
export function CompactOrder({ row, today, hasLeft }: CompactOrderProps) {
  const { label, icon, date } = travelOf(row)
  return (
    <CompactEntry
      title={<NameCell row={row} />}
      secondLine={
        <>
          {row.order_id} {hasLeft ? <LeftCell row={row} /> : <StatusCell row={row} />}
          {isRefundPending(row) && <RefundedCell row={row} />}
        </>
      }
      thirdLine={
        row.process_status === 'ChargeBack' ? (
          <AnswerDueCell row={row} today={today} />
        ) : (
          <>
            <span>
              {date !== null && (
                <>
                  <Icon name={icon} size={13} className={`faint ${css.travelIcon}`} />
                  <VisuallyHidden>{label}</VisuallyHidden>{' '}
                </>
              )}
              <TravelDateCell date={date} /> {isOpen(row) && <PromiseLabel order={row} />}{' '}
              <PriorityTag row={row} />
            </span>
            {row.mail_state !== null && isProblemState(row.mail_state) && (
              <MailState state={row.mail_state} />
            )}
            {row.assign_to !== null && <bdi className={`shrinkable ${css.cellRest}`}>{row.assign_to}</bdi>}
          </>
        )
      }
    />
  )
}
