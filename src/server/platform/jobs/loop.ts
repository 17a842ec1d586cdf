import type { Loop } from '../jobs/jobs.ts'

interface LoopWork<Item> {
  /** Takes up to so many; resolves with none where nothing is due. */
  take: (limit: number) => Promise<Item[]>
  work: (item: Item) => Promise<void>
  onError: (error: unknown) => void
}

const nobodyRests = () => {}

/** Works several items at once and looks for new ones whenever there is room; `idleMs` between looks in vain. */
export function startLoop<Item>(
  { take, work, onError }: LoopWork<Item>,
  { atOnce, idleMs }: { atOnce: number; idleMs: number },
): Loop {
  const running = new Set<Promise<void>>()
  const state = { stopping: false, wake: nobodyRests }

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, idleMs)
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

  async function takeMore(): Promise<boolean> {
    const room = atOnce - running.size
    if (room === 0) return false
    const items = await take(room).catch((error: unknown) => {
      onError(error)
      return []
    })
    for (const item of items) start(item)
    return items.length > 0
  }

  async function run() {
    while (!state.stopping) {
      const tookSome = await takeMore()
      if (!tookSome && !state.stopping) await rest()
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
