import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Assignment } from './in-thread.ts'
import { limitWasmMemory } from './memory.ts'
import { ownThread } from './processor-time.ts'
import { tasks, type TaskName } from './tasks.ts'

/** The whole life of a thread: one task on one file. */
async function live<N extends TaskName>({ task, args }: Assignment<N>): Promise<void> {
  const say = (answer: Answer<N>) => parentPort?.postMessage(answer, [])
  limitWasmMemory()
  const work = (await tasks[task]()) as (...args: unknown[]) => Promise<unknown>
  say({ begun: ownThread() })
  say({ result: await work(...args) } as Answer<N>)
}

await live(workerData as Assignment<TaskName>)
