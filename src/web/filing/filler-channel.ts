import { useEffect, useSyncExternalStore } from 'react'
import { fillerMessage, type FillOutcome, type PageMessage } from '#contract/filler-messages.ts'

/** ms until an extension that says nothing is taken for gone; lists of the official page may come from its server. */
const answerTimeoutMs = 60_000

let isThere = false
const listeners = new Set<() => void>()
let waiting: ((outcome: FillOutcome) => void) | undefined

function hear({ source, origin, data }: MessageEvent<unknown>) {
  if (source !== window || origin !== location.origin) return
  const parsed = fillerMessage.safeParse(data)
  if (!parsed.success) return
  if (parsed.data.type !== 'here') return waiting?.(parsed.data)
  isThere = true
  for (const listener of listeners) listener()
}

const tell = (message: PageMessage) => window.postMessage(message, location.origin)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the browser has the form filler: it answers from a script of its own in this page. */
export function useIsFillerThere(): boolean {
  useEffect(() => {
    window.addEventListener('message', hear)
    tell({ to: 'form filler', type: 'are you there' })
    return () => window.removeEventListener('message', hear)
  }, [])
  return useSyncExternalStore(subscribe, () => isThere)
}

/** Has the official page filled with what a token gives, and returns how it ended. */
export async function fillByToken(token: string): Promise<FillOutcome> {
  const outcome = new Promise<FillOutcome>((resolve) => {
    waiting = resolve
    setTimeout(
      () => resolve({ to: 'filing sheet', type: 'failed', message: 'The form filler does not answer.' }),
      answerTimeoutMs,
    )
  })
  tell({ to: 'form filler', type: 'fill', token })
  return outcome
}
