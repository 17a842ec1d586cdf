import * as z from 'zod/mini'
import { liveMessage, type LiveMessage, followChanges } from '#contract/live.ts'
import { backgroundHeader } from '#contract/endpoint.ts'
import { requestUrl } from '#web/lib/request-url.ts'
import { readStoredUser } from '#web/lib/stored-user.ts'

interface StreamListener {
  onMessage: (message: LiveMessage) => void
  /** True when the stream starts or resumes; false when it is cut and retried. */
  onStatus: (isUp: boolean) => void
}

/** One stream for all tabs of a session, where the browser has locks and channels (over https only). */
export function openSharedStream(sessionId: string, listener: StreamListener, signal: AbortSignal): void {
  if ('locks' in navigator && 'BroadcastChannel' in window) shareStream(sessionId, listener, signal)
  else followAlone(listener, signal)
}

/** ms for which messages are kept for a new tab. */
const recentFor = 5000

/** Messages between the tabs of a session. */
const tabMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), message: liveMessage }),
  z.object({ kind: z.literal('status'), isUp: z.boolean() }),
  z.object({ kind: z.literal('joined'), tab: z.string() }),
  z.object({ kind: z.literal('recent'), tab: z.string(), messages: z.array(liveMessage), isUp: z.boolean() }),
])
type TabMessage = z.infer<typeof tabMessage>

/**
 * The tab that holds the session's lock reads the stream and forwards it to the others. When it closes, another tab
 * takes over.
 */
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
  // Rejects when the signal aborts the wait.
  navigator.locks.request(name, { signal }, lead).catch(() => undefined)
}

/** One stream per visible tab: a browser opens six connections per server for all its tabs. */
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

/** ms without a message before a stream counts as cut; the server sends one every 20 s. */
const silence = 45_000
/** ms before the first reconnect, and the maximum. */
const firstPause = 500
const longestPause = 20_000

/** Ends early when the browser is online again. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })

/** Reads one stream to its end. Returns false if the server refuses this session. */
async function readStream(
  after: string | undefined,
  { onMessage, onStatus }: StreamListener,
  signal: AbortSignal,
): Promise<boolean> {
  const request = new AbortController()
  const abort = () => request.abort()
  signal.addEventListener('abort', abort)
  let timer = setTimeout(abort, silence)
  try {
    const response = await fetch(requestUrl(followChanges, { query: { after } }), {
      // Background: the stream must not extend the idle timeout.
      headers: { Authorization: readStoredUser()?.accessToken ?? '', [backgroundHeader]: '1' },
      signal: request.signal,
    })
    if ([401, 403, 404].includes(response.status)) return false
    if (!response.ok || !response.body) return true
    for await (const message of readMessages(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(abort, silence)
      onStatus(true)
      onMessage(message)
    }
    return true
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    abort()
  }
}

/**
 * Follows changes until the signal aborts or the session ends; the session's next call reports its end. A cut stream
 * resumes after the last message.
 */
async function followStream(
  after: string | undefined,
  listener: StreamListener,
  signal: AbortSignal,
): Promise<void> {
  let position = after
  let attempts = 0
  const onMessage = (message: LiveMessage) => {
    attempts = 0
    position = message.position
    listener.onMessage(message)
  }
  while (!signal.aborted) {
    // A cut stream and a failed connection are retried.
    const isWelcome = await readStream(position, { ...listener, onMessage }, signal).catch(() => true)
    if (!isWelcome) return
    if (signal.aborted) return
    listener.onStatus(false)
    // Jitter spreads the reconnects after a server restart.
    const ms = Math.min(longestPause, firstPause * 2 ** attempts) * (1 + Math.random())
    attempts += 1
    await pause(ms, signal)
  }
}

const dataLine = /^data: (.*)$/m

/** Parses server-sent events until the stream ends; throws on a cut or malformed stream. */
export async function* readMessages(stream: ReadableStream<Uint8Array>): AsyncGenerator<LiveMessage> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const events = (text + decoder.decode(value, { stream: true })).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = dataLine.exec(event)?.[1]
      if (data !== undefined) yield liveMessage.parse(JSON.parse(data))
    }
  }
}
