import type { ImportCounts, ImportReporter } from './import-file.ts'

const barCells = 24
const formatNumber = (n: number) => n.toLocaleString('en')

/** `1:05:09`, `5:09`. */
export function formatDuration(seconds: number): string {
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor)
  const parts = hours ? [hours, minutes, rest] : [minutes, rest]
  return parts.map((part, index) => String(part).padStart(index === 0 ? 1 : 2, '0')).join(':')
}

const recordsOf = ({ imported, known, refused }: ImportCounts) => imported + known + refused

interface ProgressOfImport {
  counts: ImportCounts
  /** Of the file, from 0 to 1. */
  share: number
  perSecond: number
}

/** `[████    ] 50 %  60,000 lines, 2,000 a second, 0:30 left, 2 refused` */
function progressLine({ counts, share, perSecond }: ProgressOfImport): string {
  const records = recordsOf(counts)
  const secondsLeft = (records / share - records) / perSecond
  const parts = [
    `${formatNumber(records)} lines`,
    `${formatNumber(Math.round(perSecond))} a second`,
    ...(Number.isFinite(secondsLeft) ? [`${formatDuration(secondsLeft)} left`] : []),
    ...(counts.refused > 0 ? [`${formatNumber(counts.refused)} refused`] : []),
  ]
  const bar = '█'.repeat(Math.round(share * barCells)).padEnd(barCells)
  return `[${bar}] ${Math.floor(share * 100)} %  ${parts.join(', ')}`
}

/** The report has all of them. */
const shownRefusals = 10
const clearLine = '\r\u001B[K'

interface ImportConsole {
  /** A terminal redraws the bar; other outputs get a line a second. */
  isTerminal: boolean
  write(text: string): void
  /** ms */
  now(): number
  reportPath: string
}

export function createProgressBar({ isTerminal, write, now, reportPath }: ImportConsole) {
  const startedAt = now()
  let shownAt = startedAt
  let before = 0
  let refusals = 0
  const secondsSince = () => (now() - startedAt) / 1000
  const say = (text: string) => write(`${isTerminal ? clearLine : ''}${text}\n`)
  const reporter: ImportReporter = {
    resumed(counts) {
      before = recordsOf(counts)
      say(`Continues after ${formatNumber(before)} lines that were imported before.`)
    },
    refused(line, reason) {
      refusals += 1
      if (refusals <= shownRefusals) say(`line ${line}: ${reason}`)
      if (refusals === shownRefusals) say(`Further refused lines are only in ${reportPath}`)
    },
    progress(counts, share) {
      if (!isTerminal && now() - shownAt < 1000) return
      shownAt = now()
      const line = progressLine({ counts, share, perSecond: (recordsOf(counts) - before) / secondsSince() })
      write(isTerminal ? clearLine + line : `${line}\n`)
    },
  }
  const end = (counts: ImportCounts) => {
    const { imported, known, refused } = counts
    say(
      `${formatNumber(imported)} imported, ${formatNumber(known)} there already, ${formatNumber(refused)} refused, ` +
        `in ${secondsSince().toFixed(1)} s`,
    )
    if (refused > 0) say(`The refused lines are in ${reportPath}`)
  }
  return { reporter, end }
}
