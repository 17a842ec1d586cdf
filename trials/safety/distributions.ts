import { reportFigures } from '../figures.ts'

const percentiles = [0.05, 0.25, 0.5, 0.75, 0.95]
const percentileOf = (sorted: number[], percentile: number) =>
  sorted[Math.floor(percentile * (sorted.length - 1))] ?? 0

/** Prints the distributions of the lists (ms) on one scale; returns whether their medians differ by less than the smallest interquartile range. */
export function printDistributions(times: Record<string, number[]>): boolean {
  const sorted = Object.entries(times).map(([name, list]) => ({ name, list: list.toSorted((a, b) => a - b) }))
  const head = ['', ...percentiles.map((percentile) => `p${percentile * 100}`), 'mean', 'sd']
  console.log(head.map((it, column) => it.padStart(column === 0 ? 14 : 9)).join(''))
  for (const { name, list } of sorted) {
    const mean = list.reduce((sum, it) => sum + it, 0) / list.length
    const sd = Math.sqrt(list.reduce((sum, it) => sum + (it - mean) ** 2, 0) / list.length)
    const figures = [...percentiles.map((percentile) => percentileOf(list, percentile)), mean, sd]
    console.log(name.padStart(14) + figures.map((it) => it.toFixed(3).padStart(9)).join(''))
  }
  const min = Math.min(...sorted.map(({ list }) => percentileOf(list, 0)))
  const max = Math.max(...sorted.map(({ list }) => percentileOf(list, 0.95)))
  console.log(`\n${' '.repeat(16)}${min.toFixed(2)} to ${max.toFixed(2)} ms`)
  for (const { name, list } of sorted) console.log(`${name.padStart(14)} |${histogram(list, min, max)}|`)

  const medians = sorted.map(({ list }) => percentileOf(list, 0.5))
  const medianGap = Math.max(...medians) - Math.min(...medians)
  const spread = Math.min(...sorted.map(({ list }) => percentileOf(list, 0.75) - percentileOf(list, 0.25)))
  console.log(
    `\nmedians lie ${medianGap.toFixed(3)} ms apart; the middle half of each spreads over ${spread.toFixed(3)} ms`,
  )
  console.log(`They differ by ${medianGap < spread ? 'less' : 'MORE'} than their spread.`)
  reportFigures({
    tried: `${sorted[0]?.list.length ?? 0} calls of each of ${sorted.length} kinds`,
    found: `medians ${medianGap.toFixed(3)} ms apart, spread ${spread.toFixed(3)} ms`,
  })
  return medianGap < spread
}

function histogram(list: number[], min: number, max: number): string {
  const bars = Array.from({ length: 60 }, () => 0)
  for (const it of list) {
    const bar = Math.floor(((it - min) / (max - min)) * bars.length)
    if (bar < bars.length) bars[bar] = (bars[bar] ?? 0) + 1
  }
  const blocks = [...' ▁▂▃▄▅▆▇█']
  const highestBar = Math.max(...bars)
  return bars.map((it) => blocks[Math.ceil((it / highestBar) * (blocks.length - 1))]).join('')
}
