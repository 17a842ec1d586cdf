import { VisuallyHidden } from '@mantine/core'
import { jakartaMinute } from '#contract/rules/dates.ts'
import { markMinutes, type ShiftMark } from '#contract/shift-desk.ts'
import { useNow } from '#web/lib/use-now.ts'
import { minuteText } from './shift-clock.ts'
import css from './shift-desk.module.css'

const dayMinutes = 24 * 60
const shownHours = [0, 4, 8, 12, 16, 20, 24]

const placeOf = (minute: number) => `${(100 * minute) / dayMinutes}%`

export const ShiftHours = () => (
  <span className={css.hours} aria-hidden="true">
    {shownHours.map((hour) => (
      <span key={hour} className={css.hour} style={{ insetInlineStart: placeOf(hour * 60) }}>
        {minuteText(hour * 60).slice(0, 2)}
      </span>
    ))}
  </span>
)

/** A day in Jakarta with a mark for each quarter of an hour with acts; completed orders have tall marks. */
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

type Acts = Pick<ShiftMark, 'completed' | 'moved'>

const acts = ({ completed, moved }: Acts): string =>
  [completed > 0 && `${completed} completed`, moved > 0 && `${moved} moved`].filter(Boolean).join(', ')

/** `Today 9 to 10: 2 completed, 1 moved; 14 to 15: 1 moved`, for screen readers. */
export function actsByHour(marks: readonly ShiftMark[]): string {
  const hours = new Map<number, Acts>()
  for (const { minute, completed, moved } of marks) {
    const hour = Math.floor(minute / 60)
    const before = hours.get(hour) ?? { completed: 0, moved: 0 }
    hours.set(hour, { completed: before.completed + completed, moved: before.moved + moved })
  }
  if (hours.size === 0) return 'Nothing yet today'
  const parts = [...hours].map(([hour, done]) => `${hour} to ${hour + 1}: ${acts(done)}`)
  return `Today ${parts.join('; ')}`
}
