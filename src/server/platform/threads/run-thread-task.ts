import { parentPort, workerData } from 'node:worker_threads'
import { currentThreadId } from './processor-time.ts'
import type { ThreadMessage, ThreadRequest, Tasks } from './threads.ts'

const postToParent = (answer: ThreadMessage) => parentPort?.postMessage(answer, [])

/** Runs the one task that this thread was started for. */
export async function runThreadTask(tasks: Tasks): Promise<void> {
  const { task, args }: ThreadRequest = workerData
  const work = (await tasks[task]?.()) as (...args: readonly unknown[]) => unknown
  postToParent({ begun: currentThreadId() })
  postToParent({ result: await nullIfFailed(async () => work(...args)) })
}

/** A failure is reported by message like the start, because an uncaught error could overtake earlier messages. */
const nullIfFailed = (work: () => Promise<unknown>) => work().catch(() => null)
