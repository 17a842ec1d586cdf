import type { ShiftMark } from '#contract/shift-desk.ts'

type Acts = Pick<ShiftMark, 'completed' | 'moved'>

/** `2 completed, 1 moved`. */
export const acts = ({ completed, moved }: Acts): string =>
  [completed > 0 && `${completed} completed`, moved > 0 && `${moved} moved`].filter(Boolean).join(', ')

/** What was done, hour by hour: `Today 9 to 10: 2 completed, 1 moved; 14 to 15: 1 moved`. */
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
