import type { OrderRow } from '#contract/orders.ts'
import { orMissing } from '#contract/rules/missing.ts'
import { CompactEntry } from '#web/ui/CompactEntry.tsx'
import { isToRefund } from '#web/refunds/to-refund.ts'
import { Chargeback, Refunded, Status, TravelDate } from './order-cells.tsx'
import { nameOf } from './order-row.ts'

const travelOf = (row: OrderRow) =>
  row.arrival_doa === null
    ? { word: 'Departure', date: row.departure_departure_date }
    : { word: 'Arrival', date: row.arrival_doa }

/** An order on a phone: name; id, status, mode; travel (design, Narrower). */
export function OrderEntry({ row, today }: { row: OrderRow; today: string }) {
  const { word, date } = travelOf(row)
  return (
    <CompactEntry
      title={<bdi>{orMissing(nameOf(row))}</bdi>}
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
            {row.assign_to !== null && <bdi>{row.assign_to}</bdi>}
          </>
        )
      }
    />
  )
}
