import { parentPort, workerData } from 'node:worker_threads'
import { ownThread } from './processor-time.ts'
import type { Answer, Assignment, Tasks } from './threads.ts'

const say = (answer: Answer) => parentPort?.postMessage(answer, [])

/** The whole life of a thread: one of these tasks. */
export async function wholeLife(tasks: Tasks): Promise<void> {
  const { task, args } = workerData as Assignment
  const work = (await tasks[task]?.()) as (...args: readonly unknown[]) => unknown
  say({ begun: ownThread() })
  say({ result: await work(...args) })
}
