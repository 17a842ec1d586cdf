import { readFile, readdir } from 'node:fs/promises'

/** Of `/proc/PID/stat`, in seconds; Linux counts a hundred to the second. */
async function readStat(pid: string) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [parent, user = 0, system = 0] = [fields[1], Number(fields[11]), Number(fields[12])]
  return { parent: Number(parent), seconds: (user + system) / 100 }
}

/** Seconds of processor time that a process has used. Linux only. */
export const processorSeconds = async (pid: number): Promise<number> =>
  (await readStat(String(pid)))?.seconds ?? Number.NaN

/** The same of the processes that a process has started and that still run. */
export async function childrenSeconds(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map(readStat))
  return stats.reduce((sum, stat) => sum + (stat?.parent === pid ? stat.seconds : 0), 0)
}
