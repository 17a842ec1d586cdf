import { readFileSync, readlinkSync } from 'node:fs'

const tickMs = 10

/** Linux's id of the current thread; '' on other systems. */
export function currentThreadId(): string {
  try {
    // Not the asynchronous one: that would be another thread's answer.
    return readlinkSync('/proc/thread-self').split('/').at(-1) ?? ''
  } catch {
    return ''
  }
}

/** CPU time in milliseconds of a thread of this process; 0 where it is not known. */
export function threadCpuMs(thread: string): number {
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return (Number(user) + Number(system)) * tickMs || 0
  } catch {
    return 0
  }
}
