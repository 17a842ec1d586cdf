import type { Pace } from './pace.ts'

export interface Loop {
  stop(): Promise<void>
}

interface LoopHandlers<Item> {
  /** Claims up to `limit` items; empty where none is due. */
  claim: (limit: number) => Promise<Item[]>
  work: (item: Item) => Promise<void>
  onError: (error: unknown) => void
}

const noWaiter = () => {}

/**
 * Processes items concurrently and claims more whenever a slot is free. Waits for the pace's next poll after an empty
 * claim.
 */
export function startLoop<Item>(
  { claim, work, onError }: LoopHandlers<Item>,
  { concurrency, pace }: { concurrency: number; pace: Pace },
): Loop {
  const running = new Set<Promise<void>>()
  const state = { stopping: false, wake: noWaiter }

  const idle = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pace.idleMs())
      state.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  function start(item: Item) {
    const job: Promise<void> = work(item)
      .catch(onError)
      .finally(() => {
        running.delete(job)
        state.wake()
      })
    running.add(job)
  }

  async function claimMore(): Promise<boolean> {
    const freeSlots = concurrency - running.size
    if (freeSlots === 0) return false
    const items = await claim(freeSlots).catch((error: unknown) => {
      onError(error)
      return []
    })
    for (const item of items) start(item)
    return items.length > 0
  }

  async function run() {
    while (!state.stopping) {
      const hasClaimed = await claimMore()
      if (!hasClaimed && !state.stopping) await idle()
    }
    await Promise.all(running)
  }

  const ended = run()
  return {
    stop() {
      state.stopping = true
      state.wake()
      return ended
    },
  }
}
