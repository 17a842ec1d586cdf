const marks = [0.05, 0.25, 0.5, 0.75, 0.95]
const at = (sorted: number[], mark: number) => sorted[Math.floor(mark * (sorted.length - 1))] ?? 0

/** Prints the distributions of the lists (ms) on one scale; returns whether their medians differ by less than the smallest interquartile range. */
export function printDistributions(times: Record<string, number[]>): boolean {
  const sorted = Object.entries(times).map(([name, list]) => ({ name, list: list.toSorted((a, b) => a - b) }))
  const head = ['', ...marks.map((mark) => `p${mark * 100}`), 'mean', 'sd']
  console.log(head.map((it, column) => it.padStart(column === 0 ? 14 : 9)).join(''))
  for (const { name, list } of sorted) {
    const mean = list.reduce((sum, it) => sum + it, 0) / list.length
    const sd = Math.sqrt(list.reduce((sum, it) => sum + (it - mean) ** 2, 0) / list.length)
    const figures = [...marks.map((mark) => at(list, mark)), mean, sd]
    console.log(name.padStart(14) + figures.map((it) => it.toFixed(3).padStart(9)).join(''))
  }
  const from = Math.min(...sorted.map(({ list }) => at(list, 0)))
  const to = Math.max(...sorted.map(({ list }) => at(list, 0.95)))
  console.log(`\n${' '.repeat(16)}${from.toFixed(2)} to ${to.toFixed(2)} ms`)
  for (const { name, list } of sorted) console.log(`${name.padStart(14)} |${histogram(list, from, to)}|`)

  const medians = sorted.map(({ list }) => at(list, 0.5))
  const apart = Math.max(...medians) - Math.min(...medians)
  const spread = Math.min(...sorted.map(({ list }) => at(list, 0.75) - at(list, 0.25)))
  console.log(
    `\nmedians lie ${apart.toFixed(3)} ms apart; the middle half of each spreads over ${spread.toFixed(3)} ms`,
  )
  console.log(`They differ by ${apart < spread ? 'less' : 'MORE'} than their spread.`)
  return apart < spread
}

function histogram(list: number[], from: number, to: number): string {
  const bars = Array.from({ length: 60 }, () => 0)
  for (const it of list) {
    const bar = Math.floor(((it - from) / (to - from)) * bars.length)
    if (bar < bars.length) bars[bar] = (bars[bar] ?? 0) + 1
  }
  const blocks = [...' ▁▂▃▄▅▆▇█']
  const most = Math.max(...bars)
  return bars.map((it) => blocks[Math.ceil((it / most) * (blocks.length - 1))]).join('')
}
