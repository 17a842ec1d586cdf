import { readFile, readdir } from 'node:fs/promises'

/** Seconds from `/proc/PID/stat`; Linux counts 100 ticks a second. */
async function readStat(pid: string) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  return {
    parent: Number(fields[1]),
    seconds: (user + system) / 100,
    ofEnded: (endedUser + endedSystem) / 100,
  }
}

export const processorSeconds = async (pid: number): Promise<number> =>
  (await readStat(String(pid)))?.seconds ?? Number.NaN

/** Processor time of a process's children, ended ones included. Linux only. */
export async function childrenSeconds(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map(readStat))
  const ofEnded = (await readStat(String(pid)))?.ofEnded ?? 0
  return stats.reduce((sum, stat) => sum + (stat?.parent === pid ? stat.seconds : 0), ofEnded)
}
