import { VisuallyHidden } from '@mantine/core'
import { jakartaMinute } from '#contract/rules/dates.ts'
import { markMinutes, type ShiftMark } from '#contract/shift-desk.ts'
import { useNow } from '#web/lib/use-now.ts'
import { minuteText } from './shift-clock.ts'
import { acts, actsByHour } from './shift-acts.ts'
import css from './shift-desk.module.css'

const dayMinutes = 24 * 60
const shownHours = [0, 4, 8, 12, 16, 20, 24]

const placeOf = (minute: number) => `${(100 * minute) / dayMinutes}%`

/** The hours above the time lines. */
export const ShiftHours = () => (
  <span className={css.hours} aria-hidden="true">
    {shownHours.map((hour) => (
      <span key={hour} className={css.hour} style={{ insetInlineStart: placeOf(hour * 60) }}>
        {minuteText(hour * 60).slice(0, 2)}
      </span>
    ))}
  </span>
)

/** A day in Jakarta with a mark for each quarter of an hour in which something was done, tall where orders were completed. */
export function ShiftTrack({ marks }: { marks: readonly ShiftMark[] }) {
  const minute = jakartaMinute(useNow())
  const [first, last] = [marks[0], marks.at(-1)]
  return (
    <>
      <VisuallyHidden>{actsByHour(marks)}</VisuallyHidden>
      <span className={css.track} aria-hidden="true">
        {first && last && (
          <span
            className={css.span}
            style={{
              insetInlineStart: placeOf(first.minute),
              inlineSize: placeOf(last.minute - first.minute + markMinutes),
            }}
          />
        )}
        {marks.map((mark) => (
          <span
            key={mark.minute}
            className={mark.completed > 0 ? css.completed : css.moved}
            style={{ insetInlineStart: placeOf(mark.minute) }}
            title={`${minuteText(mark.minute)}: ${acts(mark)}`}
          />
        ))}
        <span className={css.now} style={{ insetInlineStart: placeOf(minute) }} />
      </span>
    </>
  )
}
