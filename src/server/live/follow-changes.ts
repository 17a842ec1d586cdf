import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/live.ts'
import type { LiveMessage } from '#contract/live.ts'
import { openEventStream } from '#server/platform/http/event-stream.ts'
import { bytes, implement } from '#server/platform/http/implement.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Platform } from '#server/platform/work.ts'
import { can, type Role } from '#contract/rules/roles.ts'
import { forNobody } from '#server/platform/shares/holder.ts'
import { findOpenSessions } from '#server/platform/auth/sessions.ts'
import type { OrderViewer } from '#contract/viewers.ts'
import { currentViewers } from '#server/orders/viewers.ts'
import { readChanges, type OrderChange } from './changes.queries.ts'
import { earlier, isAhead, isTooOld, parsePosition } from './position.ts'

/** Bytes buffered for a client that does not read. */
const maxWaiting = 64 * 1024
/** A browser opens one stream for all its tabs, or one a tab if it cannot share. */
const maxOfSession = 12

const eventText = (message: LiveMessage) => `id: ${message.position}\ndata: ${JSON.stringify(message)}\n\n`

/** The stream of changes; a client that reconnects continues after its last message. */
export function liveCalls(app: FastifyInstance, platform: Platform) {
  const hub = createLiveHub(platform)
  app.addHook('preClose', () => hub.close())

  return implement(contract, {
    followChanges: bytes(async ({ actor }, { query, reply }) => {
      const { sessionId, role } = actor
      if (hub.countOf(sessionId) >= maxOfSession)
        refuse('tooMany', 'Too many streams of this session are open.', { retryAfter: 30, event: null })
      const stream = openEventStream(reply)
      const send = (message: LiveMessage) => {
        stream.write(eventText(message))
        return stream.writableLength <= maxWaiting
      }
      // A client that does not read would not read the end either.
      const end = () => (stream.writableLength > maxWaiting ? stream.destroy() : stream.end())
      const leave = hub.join({ sessionId, role, send, end }, query.after)
      stream.once('close', leave)
      return reply
    }),
  })
}

interface Listener {
  sessionId: string
  role: Role
  /** Returns false if the client does not read what it is sent. */
  send: (message: LiveMessage) => boolean
  end: () => void
}

/** ms */
interface HubTimes {
  poll: number
  /** Between two messages to a listener without changes. */
  heartbeat: number
  /** Between two checks that the listeners' sessions are open. */
  sessions: number
}

const usualTimes: HubTimes = { poll: 500, heartbeat: 20_000, sessions: 3000 }

interface LiveHub {
  /** Joins at position `after`, else at that of some seconds ago. Returns the function that leaves. */
  join(listener: Listener, after: string | undefined): () => void
  /** Listeners of a session. */
  countOf(sessionId: string): number
  close(): Promise<void>
}

interface Follower extends Listener {
  /** Null until the first poll. */
  position: string | null
  /** The position was issued by this server, so it is not ahead of the database. */
  isPlaced: boolean
  /** The position is unusable. */
  isLost: boolean
  sentAt: number
  /** The viewers last sent, as JSON. */
  viewersText: string
}

/** A new listener loaded its data a few polls ago; before the first poll, transactions are counted instead. */
const pollsBack = 10
const transactionsBack = 64n

export function createLiveHub({ db, config, clock, log }: Platform, times = usualTimes): LiveHub {
  const followers = new Set<Follower>()
  let recent: string[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let sessionsCheckedAt = Date.now()

  const leave = (follower: Follower) => {
    followers.delete(follower)
    follower.end()
  }

  async function endClosedSessions(): Promise<void> {
    if (Date.now() - sessionsCheckedAt < times.sessions) return
    sessionsCheckedAt = Date.now()
    const sessionIds = [...new Set([...followers].map(({ sessionId }) => sessionId))]
    const time = { now: clock(), idleMinutes: config.sessionIdleMinutes }
    const open = await findOpenSessions(db, sessionIds, time)
    // A session whose role changed must reconnect.
    for (const follower of followers) if (open.get(follower.sessionId) !== follower.role) leave(follower)
  }

  /** Gives a listener that joins a valid position: its own may be too old or of another database. */
  function place(follower: Follower, now: string): void {
    const { position } = follower
    if (position === null) follower.position = recent[0] ?? now
    else if (isTooOld(position, now) || isAhead(position, now)) {
      follower.isLost = true
      follower.position = now
    }
    follower.isPlaced = true
  }

  const readNow = async () => (await readChanges(db, [])).now

  async function poll(): Promise<void> {
    const joined = [...followers]
    const come = joined.filter(({ isPlaced }) => !isPlaced)
    if (come.length > 0) {
      const present = await readNow()
      if (recent.length === 0) recent.push(earlier(present, transactionsBack))
      for (const follower of come) place(follower, present)
    }
    const positions = [...new Set(joined.flatMap(({ position }) => position ?? []))]
    const [{ now, since }, viewers] = await Promise.all([
      readChanges(db, positions),
      currentViewers(db, clock()),
    ])
    const [toAll, toAdmins] = [viewersFor(viewers, false), viewersFor(viewers, true)]
    recent = [...recent, now].slice(-pollsBack)
    const messages = new Map<string, LiveMessage>()
    for (const follower of joined) {
      if (!followers.has(follower) || follower.position === null) continue
      const { isLost } = follower
      const changes = isLost ? null : (since.get(follower.position) ?? null)
      const seesRestricted = can(follower.role, 'seeRestrictedOrders')
      const present = seesRestricted ? toAdmins : toAll
      const tellsViewers = follower.viewersText !== present.text
      const isDue = changes?.length !== 0 || tellsViewers || Date.now() - follower.sentAt >= times.heartbeat
      if (isDue) {
        const key = `${isLost} ${follower.position} ${seesRestricted} ${tellsViewers}`
        const message = messages.get(key) ?? {
          ...describe(now, changes, seesRestricted),
          ...(tellsViewers && { viewers: present.viewers }),
        }
        messages.set(key, message)
        follower.sentAt = Date.now()
        follower.viewersText = present.text
        if (!follower.send(message)) leave(follower)
      }
      follower.position = now
      follower.isLost = false
    }
  }

  async function run(): Promise<void> {
    await endClosedSessions()
    if (followers.size > 0) await poll()
  }

  function schedule(ms: number): void {
    timer = setTimeout(() => {
      running = run()
        .catch((error: unknown) => log.error({ err: error }, 'the poll for live changes failed'))
        .finally(() => {
          running = undefined
          if (followers.size > 0) return schedule(times.poll)
          timer = undefined
          recent = []
        })
    }, ms)
  }

  return {
    join(listener, after) {
      const isLost = after !== undefined && parsePosition(after) === null
      const position = after === undefined || isLost ? null : after
      const follower: Follower = {
        ...listener,
        position,
        isPlaced: false,
        isLost,
        sentAt: 0,
        viewersText: '',
      }
      followers.add(follower)
      if (!timer) forNobody(() => schedule(0))
      return () => void followers.delete(follower)
    },
    countOf: (sessionId) => [...followers].filter((it) => it.sessionId === sessionId).length,
    async close() {
      for (const follower of followers) leave(follower)
      clearTimeout(timer)
      await running
      clearTimeout(timer)
    },
  }
}

function viewersFor(viewers: Awaited<ReturnType<typeof currentViewers>>, seesRestricted: boolean) {
  const seen = viewers
    .filter(({ isRestricted }) => seesRestricted || !isRestricted)
    .map(({ orderId, memberId, name }): OrderViewer => ({ orderId, memberId, name }))
  return { viewers: seen, text: JSON.stringify(seen) }
}

function describe(position: string, changes: OrderChange[] | null, seesRestricted: boolean): LiveMessage {
  const all = changes ?? []
  const visible = all.filter(({ isRestricted }) => seesRestricted || !isRestricted)
  const idsOf = (isMoved: boolean) =>
    visible.filter((change) => change.isMoved === isMoved).map(({ orderId }) => orderId)
  return {
    position,
    moved: idsOf(true),
    changed: idsOf(false),
    withheld: visible.length < all.length,
    everything: changes === null,
  }
}
