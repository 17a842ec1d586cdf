// Loaded before the server (`--import`): at SIGUSR2 it writes the longest delays of the event loop since the last one.
import { renameSync, writeFileSync } from 'node:fs'

const file = process.env.EVENT_LOOP_REPORT
const checkMs = 5
const keptMoments = 5
/** With the process's processor time in each delay: much less means that another process used the machine. */
let moments = []
let last = performance.now()
let lastCpu = process.cpuUsage()
const longest = () => moments.toSorted((a, b) => b.ms - a.ms).slice(0, keptMoments)

setInterval(() => {
  const now = performance.now()
  const { user, system } = process.cpuUsage(lastCpu)
  moments.push({ ms: Math.round(now - last - checkMs), cpuMs: Math.round((user + system) / 1000) })
  last = now
  lastCpu = process.cpuUsage()
  if (moments.length > 1000) moments = longest()
}, checkMs).unref()

process.on('SIGUSR2', () => {
  moments = longest()
  writeFileSync(`${file}.new`, JSON.stringify({ longestMs: moments[0]?.ms ?? 0, moments }))
  renameSync(`${file}.new`, file)
  moments = []
})
