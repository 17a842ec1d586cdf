import { followChanges, type LiveMessage } from '#contract/live.ts'
import { readMessages } from '#web/live/shared-stream.ts'

export interface LiveStream {
  /** All that came so far. */
  messages: LiveMessage[]
  /** Resolves with the first message, of those that came or will come, that fits. */
  until: (fits: (message: LiveMessage) => boolean) => Promise<LiveMessage>
  /** Resolves once the server has ended it. */
  ended: Promise<void>
  /** The position of the last message. */
  position: () => string
  cut: () => void
}

/** Follows the changes as a browser does, and waits for the first message. */
export async function openLiveStream(url: string, token: string, after?: string): Promise<LiveStream> {
  const request = new AbortController()
  const query = after === undefined ? '' : `?${new URLSearchParams({ after })}`
  const response = await fetch(`${url}/api${followChanges.path}${query}`, {
    headers: { authorization: token },
    signal: request.signal,
  })
  if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`)
  const messages: LiveMessage[] = []
  const waiting = new Set<() => void>()
  const read = async (body: ReadableStream<Uint8Array>) => {
    for await (const message of readMessages(body)) {
      messages.push(message)
      for (const look of waiting) look()
    }
  }
  // A cut stream rejects.
  const ended = read(response.body).catch(() => {})
  const until: LiveStream['until'] = (fits) =>
    new Promise((resolve) => {
      const look = () => {
        const found = messages.find(fits)
        if (!found) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  await until(() => true)
  return {
    messages,
    until,
    ended,
    position: () => messages.at(-1)?.position ?? '',
    cut: () => request.abort(),
  }
}
