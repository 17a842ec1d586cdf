import { readFile, readdir } from 'node:fs/promises'

/** Of `/proc/PID/stat`, in seconds; Linux counts a hundred to the second. */
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

/** Seconds of processor time that a process has used. Linux only. */
export const processorSeconds = async (pid: number): Promise<number> =>
  (await readStat(String(pid)))?.seconds ?? Number.NaN

/** The same of the processes that a process has started, those that have ended too. */
export async function childrenSeconds(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map(readStat))
  const ofEnded = (await readStat(String(pid)))?.ofEnded ?? 0
  return stats.reduce((sum, stat) => sum + (stat?.parent === pid ? stat.seconds : 0), ofEnded)
}
