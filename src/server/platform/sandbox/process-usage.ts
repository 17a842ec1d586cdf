import { readFileSync } from 'node:fs'

const tickMs = 10
const kilobytesOfMb = 1024

function readProc(pid: number, file: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** CPU time in milliseconds of a process with all its threads; 0 where it is not known. */
export function cpuMs(pid: number): number {
  const stat = readProc(pid, 'stat')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * tickMs || 0
}

/** Megabytes that a process has in memory; 0 where they are not known. */
export function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status')) ?? []
  return Number(kilobytes ?? 0) / kilobytesOfMb
}
