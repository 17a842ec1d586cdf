import { formatDuration } from '#server/intake/import/progress-bar.ts'

/** Both numbers are bytes, or pieces, as `of` says. */
export type ShowProgress = (
  step: string,
  done: number,
  /** Null if unknown. */
  total: number | null,
  unit: 'bytes' | 'pieces',
) => void

const megabyte = 1_000_000

/** Shows at most one line a second, and the end of each step: `copying: 45 %, 83 MB/s, 0:12 left`. */
export function createProgress(write: (line: string) => void, now: () => number = Date.now): ShowProgress {
  let current = { step: '', startedAt: now(), shownAt: 0, isEnded: false }
  let calledAt = current.startedAt
  return (step, done, total, unit) => {
    // A step begins when the previous one ended.
    if (step !== current.step) current = { step, startedAt: calledAt, shownAt: 0, isEnded: false }
    calledAt = now()
    const isEnd = total !== null && done >= total
    if (isEnd ? current.isEnded : calledAt - current.shownAt < 1000) return undefined
    current.shownAt = calledAt
    current.isEnded = isEnd
    const seconds = Math.max((calledAt - current.startedAt) / 1000, 0.001)
    const perSecond = done / seconds
    const rate =
      unit === 'bytes'
        ? `${Math.round(perSecond / megabyte).toLocaleString('en')} MB/s`
        : `${Math.round(perSecond).toLocaleString('en')} a second`
    const amount =
      unit === 'bytes' ? `${Math.round(done / megabyte).toLocaleString('en')} MB` : done.toLocaleString('en')
    if (total === null) return write(`${step}: ${amount}, ${rate}`)
    const share = total === 0 ? 100 : Math.floor((100 * Math.min(done, total)) / total)
    const rest = isEnd
      ? `in ${formatDuration(seconds)}`
      : `${formatDuration((total - done) / perSecond)} left`
    return write(`${step}: ${share} %, ${amount}, ${rate}, ${rest}`)
  }
}
