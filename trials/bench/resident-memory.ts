import { readFile, writeFile } from 'node:fs/promises'

const megabytes = async (pid: number, name: 'VmRSS' | 'VmHWM'): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}

/** MB. Linux only. */
export const residentMb = (pid: number): Promise<number> => megabytes(pid, 'VmRSS')

/** Largest growth of a process's memory while `work` ran, in MB. */
export async function residentGrowthMb(pid: number, work: () => Promise<void>): Promise<number> {
  // Resets the kernel's own maximum.
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  const before = await residentMb(pid)
  await work()
  return (await megabytes(pid, 'VmHWM')) - before
}
