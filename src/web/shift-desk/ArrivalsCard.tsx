import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { missingText, orMissingText } from '#contract/rules/missing-text.ts'
import { shiftFigures } from '#contract/rules/shift-figures.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import type { Arrival, ShiftDesk } from '#contract/shift-desk.ts'
import { fromList } from '#web/lib/back-target.ts'
import { PromiseLabel } from '#web/orders/PromiseLabel.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import plain from '#web/ui/lists.module.css'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './cards.module.css'
import { figureTexts, listAddress } from './figure-texts.ts'

const listHref = listAddress(shiftFigures.arrivals)

const ArrivalRow = ({ arrival }: { arrival: Arrival }) => (
  <tr>
    <td className={css.flight}>{orMissingText(arrival.flight)}</td>
    <td className={css.traveller}>
      <ExternalText>{orMissingText(arrival.name)}</ExternalText>
      <br />
      <Link href={viewOrderPath(arrival.order_id)} state={fromList}>
        {arrival.order_id}
      </Link>
    </td>
    <td className={css.promise}>
      <PromiseLabel order={{ ...arrival, processing_date: null }} otherwise={missingText} />
    </td>
    <td className={`truncate ${css.with}`} title={arrival.assign_to ?? undefined}>
      {arrival.assign_to === null ? (
        <b className="warning medium">nobody</b>
      ) : (
        <ExternalText>{arrival.assign_to}</ExternalText>
      )}
    </td>
  </tr>
)

const loadingRows = Array.from({ length: 5 }, (_, at) => (
  <tr key={at}>
    <td className={css.flight}>
      <Skeleton width={48} />
    </td>
    <td className={css.traveller}>
      <Skeleton width={140} />
      <br />
      <Skeleton width={56} />
    </td>
    <td className={css.promise}>
      <Skeleton width={72} />
    </td>
    <td className={`truncate ${css.with}`}>
      <Skeleton width={40} />
    </td>
  </tr>
))

const isQuiet = ({ figures }: ShiftDesk) => Object.values(figures).every(({ count }) => count === 0)

/** Arrivals of today without a document, the most urgent first; `desk` is `undefined` while loading. */
export function ArrivalsCard({ desk }: { desk: ShiftDesk | undefined }) {
  const count = desk?.figures.arrivals.count
  const rest = (count ?? 0) - (desk?.arrivals.length ?? 0)
  return (
    <Card
      title={figureTexts.arrivals.label}
      count={count}
      end={
        <Button component={Link} href={listHref} variant="subtle" size="xs">
          As a list
        </Button>
      }
    >
      {desk && desk.arrivals.length === 0 ? (
        <p className={`muted ${css.quiet}`}>
          {isQuiet(desk)
            ? 'A quiet shift: nothing is late, nothing failed, and nobody waits for an answer.'
            : 'Everybody who arrives today has a document.'}
        </p>
      ) : (
        <table className={`${plain.plainTable} ${css.arrivals}`} aria-label={figureTexts.arrivals.label}>
          <thead>
            <tr>
              <th scope="col" className={css.flight}>
                Flight
              </th>
              <th scope="col">Traveller</th>
              <th scope="col" className={css.promise}>
                Promise
              </th>
              <th scope="col" className={`truncate ${css.with}`}>
                With
              </th>
            </tr>
          </thead>
          <tbody>
            {desk?.arrivals.map((arrival) => <ArrivalRow key={arrival.order_id} arrival={arrival} />) ??
              loadingRows}
          </tbody>
        </table>
      )}
      {rest > 0 && (
        <p className={`small ruled ${css.rest}`}>
          <Link href={listHref}>{formatCount(rest)} more in the list</Link>
        </p>
      )}
    </Card>
  )
}
