import { Button } from '@mantine/core'
import { Link } from 'wouter'
import type { PromiseDay } from '#contract/shift-desk.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { formatRange } from '#web/reports/report-range.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from './cards.module.css'

/** px of the longest bar */
const barHeight = 42

const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })

/** Rounded down, so that a late order never gives 100 %. */
const keptShare = ({ kept, late }: PromiseDay) =>
  kept + late === 0 ? '-' : `${(Math.floor((1000 * kept) / (kept + late)) / 10).toFixed(1)} %`

const reportAddress = (days: readonly PromiseDay[] | undefined) =>
  staffScreens.promisesKept.path +
  (days ? formatRange({ fromDate: days[0]?.day ?? '', toDate: days.at(-1)?.day ?? '' }) : '')

export function PromisesCard({ days }: { days: readonly PromiseDay[] | undefined }) {
  const mostLate = Math.max(1, ...(days ?? []).map(({ late }) => late))
  return (
    <Card
      title="Promises kept"
      count="seven days in EST"
      end={
        <Button component={Link} href={reportAddress(days)} variant="subtle" size="xs">
          Report
        </Button>
      }
    >
      <ul className={`stack gap-8 ${css.week}`}>
        {days?.map((day) => (
          <li
            key={day.day}
            className={`stack faint tiny ${css.day}`}
            title={`${formatCount(day.kept + day.late)} orders`}
          >
            <span className={css.column}>
              <span className={css.bar} style={{ blockSize: Math.ceil((barHeight * day.late) / mostLate) }} />
            </span>
            <b className={`small tight medium ${css.share}`}>{keptShare(day)}</b>
            <span>
              {weekday.format(new Date(day.day))}, {formatCount(day.late)} late
            </span>
          </li>
        )) ??
          Array.from({ length: 7 }, (_, at) => (
            <li key={at} className={`stack faint tiny ${css.day}`}>
              <span className={css.column} />
              <b className={`small tight medium ${css.share}`}>
                <Skeleton width={44} />
              </b>
              <span>
                <Skeleton width={56} height={8} />
              </span>
            </li>
          ))}
      </ul>
    </Card>
  )
}
