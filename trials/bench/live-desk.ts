import { followChanges, type LiveMessage } from '#contract/live.ts'
import { readMessages } from '#web/live/read-messages.ts'

/** A stream of changes as a desk follows it, gone on with where it was cut. */
export interface LiveDesk {
  /** How often each order was told. */
  told: Map<number, number>
  /** Messages that named nothing but said that all is to be loaded anew. */
  reloads: number
  cut(): void
  end(): Promise<void>
}

/** Ms until a cut stream is begun again. */
const retryMs = 50

/** Follows the changes over whichever server `nextServer` names, until it is ended. Resolves with the first message. */
export async function openLiveDesk(nextServer: () => string, token: string): Promise<LiveDesk> {
  const told = new Map<number, number>()
  let request = new AbortController()
  let isEnded = false
  let position: string | undefined
  const desk = { told, reloads: 0 }
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))

  const take = (message: LiveMessage) => {
    position = message.position
    if (message.everything) desk.reloads += 1
    for (const orderId of [...message.moved, ...message.changed])
      told.set(orderId, (told.get(orderId) ?? 0) + 1)
    begin()
  }
  async function follow(): Promise<void> {
    const query = position === undefined ? '' : `?${new URLSearchParams({ after: position })}`
    const response = await fetch(`${nextServer()}/api${followChanges.path}${query}`, {
      headers: { authorization: token },
      signal: request.signal,
    })
    if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`)
    for await (const message of readMessages(response.body)) take(message)
  }
  async function goOn(): Promise<void> {
    while (!isEnded) {
      await follow().catch((error: unknown) => {
        if (!request.signal.aborted) throw error
      })
      request = new AbortController()
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
  const ended = goOn()
  await Promise.race([begun, ended])
  return Object.assign(desk, {
    cut: () => request.abort(),
    end: () => {
      isEnded = true
      request.abort()
      return ended
    },
  })
}
