import { formatDuration } from '#server/intake/import/progress-bar.ts'

/** How far a step is; both numbers in bytes, or in pieces where `of` is so. */
export type ShowProgress = (
  step: string,
  done: number,
  /** Null where it is not known. */
  total: number | null,
  unit: 'bytes' | 'pieces',
) => void

const megabyte = 1_000_000

/** Shows a step a second at most, and its end: `copying: 45 %, 83 MB/s, 0:12 left`. */
export function createProgress(write: (line: string) => void, now: () => number = Date.now): ShowProgress {
  let current = { step: '', startedAt: 0, shownAt: 0 }
  return (step, done, total, unit) => {
    if (step !== current.step) current = { step, startedAt: now(), shownAt: 0 }
    const isEnd = total !== null && done >= total
    if (!isEnd && now() - current.shownAt < 1000) return undefined
    current.shownAt = now()
    const seconds = Math.max((now() - current.startedAt) / 1000, 0.001)
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
