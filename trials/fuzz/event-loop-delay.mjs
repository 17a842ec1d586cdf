// Loaded before the server (`--import`): at SIGUSR2 it writes the longest delays of the event loop since the last one.
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const file = process.env.EVENT_LOOP_REPORT
const histogram = monitorEventLoopDelay({ resolution: 5 })
histogram.enable()

const checkMs = 5
const keptMoments = 5
/**
 * The longest delays that a timer of our own sees, with the time of day at their end and the processor time of the
 * process in them: where that is much less, the machine was busy with something else.
 */
let moments = []
let last = performance.now()
let lastCpu = process.cpuUsage()
setInterval(() => {
  const now = performance.now()
  const { user, system } = process.cpuUsage(lastCpu)
  moments.push({
    at: Date.now(),
    ms: Math.round(now - last - checkMs),
    cpuMs: Math.round((user + system) / 1000),
  })
  last = now
  lastCpu = process.cpuUsage()
  if (moments.length > 1000) keepLongest()
}, checkMs).unref()

const keepLongest = () => (moments = moments.toSorted((a, b) => b.ms - a.ms).slice(0, keptMoments))

process.on('SIGUSR2', () => {
  keepLongest()
  const toMs = (nanoseconds) => Math.round(nanoseconds / 1e6)
  const report = { longestMs: toMs(histogram.max), p99Ms: toMs(histogram.percentile(99)), moments }
  writeFileSync(`${file}.new`, JSON.stringify(report))
  renameSync(`${file}.new`, file)
  histogram.reset()
  moments = []
})
