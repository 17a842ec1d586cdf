import { expect, test } from 'vitest'
import { createProgressBar } from './progress-bar.ts'

function startBar(isTerminal: boolean) {
  let now = 0
  let written = ''
  const bar = createProgressBar({
    isTerminal,
    write: (text) => (written += text),
    now: () => now,
    reportPath: 'orders.csv.refused.csv',
  })
  const takeWritten = () => {
    const taken = written
    written = ''
    return taken
  }
  return { ...bar, takeWritten, wait: (ms: number) => (now += ms) }
}

const counts = (imported: number, refused = 0) => ({ imported, known: 0, refused })

test('a terminal shows a redrawn bar with share, lines, pace, time left and refused lines', () => {
  const { reporter, takeWritten, wait } = startBar(true)
  wait(10_000)
  reporter.progress(counts(20_000), 0.25)
  expect(takeWritten()).toBe(
    '\r\u001B[K[██████                  ] 25 %  20,000 lines, 2,000 a second, 0:30 left',
  )
  wait(10_000)
  reporter.progress(counts(39_998, 2), 0.5)
  expect(takeWritten()).toBe(
    '\r\u001B[K[████████████            ] 50 %  40,000 lines, 2,000 a second, 0:20 left, 2 refused',
  )
})

test('other outputs get one line a second', () => {
  const { reporter, takeWritten, wait } = startBar(false)
  wait(500)
  reporter.progress(counts(1000), 0.1)
  expect(takeWritten()).toBe('')
  wait(500)
  reporter.progress(counts(2000), 0.2)
  expect(takeWritten()).toBe('[█████                   ] 20 %  2,000 lines, 2,000 a second, 0:04 left\n')
})

test('lines of an earlier run do not count for the pace (product §5)', () => {
  const { reporter, takeWritten, wait } = startBar(false)
  reporter.resumed(counts(50_000))
  expect(takeWritten()).toBe('Continues after 50,000 lines that were imported before.\n')
  wait(1000)
  reporter.progress(counts(51_000), 0.51)
  expect(takeWritten()).toContain('51,000 lines, 1,000 a second, 0:49 left')
})

test('ten refused lines are shown, then only the path of the report', () => {
  const { reporter, end, takeWritten } = startBar(false)
  for (let line = 1; line <= 30; line += 1) reporter.refused(line, 'The line is not JSON.')
  const said = takeWritten().trim().split('\n')
  expect(said).toHaveLength(11)
  expect(said.slice(9)).toEqual([
    'line 10: The line is not JSON.',
    'Further refused lines are only in orders.csv.refused.csv',
  ])
  end(counts(70, 30))
  expect(takeWritten()).toBe(
    '70 imported, 0 there already, 30 refused, in 0.0 s\nThe refused lines are in orders.csv.refused.csv\n',
  )
})
