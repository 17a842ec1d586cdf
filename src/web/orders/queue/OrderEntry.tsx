import type { OrderRow } from '#contract/orders.ts'
import { isAmiss } from '#web/messages/mail-states.ts'
import { MailState } from '#web/messages/MailState.tsx'
import { CompactEntry } from '#web/ui/CompactEntry.tsx'
import { isToRefund } from '#web/refunds/to-refund.ts'
import css from './order-cells.module.css'
import { Chargeback, Name, Refunded, Status, TravelDate } from './order-cells.tsx'

const travelOf = (row: OrderRow) =>
  row.arrival_doa === null
    ? { word: 'Departure', date: row.departure_departure_date }
    : { word: 'Arrival', date: row.arrival_doa }

/** An order on a phone: name; id, status, mode; travel (design, Narrower). Of its mail it says what is amiss. */
export function OrderEntry({ row, today }: { row: OrderRow; today: string }) {
  const { word, date } = travelOf(row)
  return (
    <CompactEntry
      title={<Name row={row} />}
      second={
        <>
          {row.order_id} <Status row={row} />
          {isToRefund(row) && <Refunded row={row} />}
        </>
      }
      third={
        row.process_status === 'ChargeBack' ? (
          <Chargeback row={row} today={today} />
        ) : (
          <>
            <span>
              {date !== null && word} <TravelDate date={date} row={row} today={today} />
            </span>
            {row.mail_state !== null && isAmiss(row.mail_state) && <MailState state={row.mail_state} />}
            {row.assign_to !== null && <bdi className={css.rest}>{row.assign_to}</bdi>}
          </>
        )
      }
    />
  )
}
