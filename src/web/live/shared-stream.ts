import * as z from 'zod/mini'
import { liveMessage, type LiveMessage } from '#contract/live.ts'
import { followStream, type StreamListener } from './follow-stream.ts'

/** ms for which messages are kept for a tab that opens. */
const recentFor = 5000

/** What the tabs of a session tell each other. */
const tabMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), message: liveMessage }),
  z.object({ kind: z.literal('status'), isUp: z.boolean() }),
  /** A tab has opened. */
  z.object({ kind: z.literal('joined'), tab: z.string() }),
  z.object({ kind: z.literal('recent'), tab: z.string(), messages: z.array(liveMessage), isUp: z.boolean() }),
])
type TabMessage = z.infer<typeof tabMessage>

/** Follows in the tab that holds the lock of its session, which tells the others. Another goes on when it is closed. */
function shareStream(sessionId: string, listener: StreamListener, signal: AbortSignal): void {
  const name = `live ${sessionId}`
  const tab = crypto.randomUUID()
  const channel = new BroadcastChannel(name)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  const tell = (message: TabMessage) => channel.postMessage(message)
  let isLeading = false
  let isUp = false
  let position: string | undefined
  let recent: { at: number; message: LiveMessage }[] = []
  /** The last that told who has which orders open. */
  let withViewers: LiveMessage | undefined

  const onMessage = (message: LiveMessage) => {
    position = message.position
    listener.onMessage(message)
  }
  const onStatus = (status: boolean) => {
    isUp = status
    listener.onStatus(status)
  }
  const answerJoined = (joined: string) => {
    const latest = recent.filter(({ at }) => at > Date.now() - recentFor).map(({ message }) => message)
    const messages = withViewers && !latest.includes(withViewers) ? [withViewers, ...latest] : latest
    if (isLeading) tell({ kind: 'recent', tab: joined, messages, isUp })
  }

  channel.addEventListener('message', ({ data }) => {
    const heard = tabMessage.parse(data)
    if (heard.kind === 'message') onMessage(heard.message)
    else if (heard.kind === 'status') onStatus(heard.isUp)
    else if (heard.kind === 'joined') answerJoined(heard.tab)
    else if (heard.tab === tab) {
      onStatus(heard.isUp)
      for (const message of heard.messages) onMessage(message)
    }
  })
  signal.addEventListener('abort', () => channel.close())
  tell({ kind: 'joined', tab })

  const lead = () => {
    isLeading = true
    return followStream(
      position,
      {
        onMessage(message) {
          if (message.viewers) withViewers = message
          recent = [...recent, { at: Date.now(), message }].filter(({ at }) => at > Date.now() - recentFor)
          onMessage(message)
          tell({ kind: 'message', message })
        },
        onStatus(status) {
          if (status !== isUp) tell({ kind: 'status', isUp: status })
          onStatus(status)
        },
      },
      signal,
    )
  }
  // Rejects where the signal ends the waiting.
  navigator.locks.request(name, { signal }, lead).catch(() => undefined)
}

/** Each tab by itself, as long as it is seen: a browser has six connections to a server, for all its tabs. */
function followAlone(listener: StreamListener, signal: AbortSignal): void {
  let position: string | undefined
  let stream: AbortController | undefined
  const follow = () => {
    stream?.abort()
    if (document.hidden || signal.aborted) return
    stream = new AbortController()
    const onMessage = (message: LiveMessage) => {
      position = message.position
      listener.onMessage(message)
    }
    void followStream(position, { ...listener, onMessage }, stream.signal)
  }
  document.addEventListener('visibilitychange', follow)
  signal.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', follow)
    stream?.abort()
  })
  follow()
}

/** One stream for all tabs of a session, where the browser lets them agree on one (it does over https). */
export function openSharedStream(sessionId: string, listener: StreamListener, signal: AbortSignal): void {
  if ('locks' in navigator && 'BroadcastChannel' in window) shareStream(sessionId, listener, signal)
  else followAlone(listener, signal)
}
