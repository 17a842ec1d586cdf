import { backgroundHeader } from '#contract/endpoint.ts'
import { followChanges, type LiveMessage } from '#contract/live.ts'
import { requestUrl } from '#web/lib/request-url.ts'
import { readStoredUser } from '#web/lib/stored-user.ts'
import { readMessages } from './read-messages.ts'

/** ms without a message, after which a stream is taken for cut; the server sends one every 20 s. */
const silence = 45_000
/** ms before the first attempt after a cut, and the longest that is waited between two. */
const firstPause = 500
const longestPause = 20_000

export interface StreamListener {
  onMessage: (message: LiveMessage) => void
  /** It has begun, or goes on; or it is cut, and is tried again. */
  onStatus: (isUp: boolean) => void
}

/** Waits; shorter when the connection is said to be back. */
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

/** Reads one stream to its end. Returns false where the server will not give one to this session. */
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
      // Nobody is at the desk because its stream goes on.
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
 * Follows the changes until the signal, or until the session has ended, which its next call tells. A stream that was cut
 * goes on after the last message.
 */
export async function followStream(
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
    // Cut, or no connection: tried again.
    const isWelcome = await readStream(position, { ...listener, onMessage }, signal).catch(() => true)
    if (!isWelcome) return
    if (signal.aborted) return
    listener.onStatus(false)
    // All desks of a server that starts again do not come at once.
    const ms = Math.min(longestPause, firstPause * 2 ** attempts) * (1 + Math.random())
    attempts += 1
    await pause(ms, signal)
  }
}
