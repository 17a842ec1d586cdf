import type { FastifyInstance, FastifyReply } from 'fastify'
import * as contract from '#contract/live.ts'
import type { LiveMessage } from '#contract/live.ts'
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

/** Bytes that wait for who does not read them. */
const maxWaiting = 64 * 1024
/** A browser has one for all its tabs, or where it cannot share it one for each. */
const maxOfSession = 12

const eventText = (message: LiveMessage) => `id: ${message.position}\ndata: ${JSON.stringify(message)}\n\n`

/** The head of a stream of events, past Fastify, which would wait for its end. */
function openStream(reply: FastifyReply) {
  reply.type('text/event-stream').header('cache-control', 'no-store').header('x-accel-buffering', 'no')
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value)
  raw.flushHeaders()
  return raw
}

/** The stream of changes; one that is cut is gone on from its last message. */
export function liveCalls(app: FastifyInstance, platform: Platform) {
  const hub = createLiveHub(platform)
  app.addHook('preClose', () => hub.close())

  return implement(contract, {
    followChanges: bytes(async ({ actor }, { query, reply }) => {
      const { sessionId, role } = actor
      if (hub.countOf(sessionId) >= maxOfSession)
        refuse('tooMany', 'Too many streams of this session are open.', { retryAfter: 30, event: null })
      const stream = openStream(reply)
      const send = (message: LiveMessage) => {
        stream.write(eventText(message))
        return stream.writableLength <= maxWaiting
      }
      // Whoever does not read would not read the end either.
      const end = () => (stream.writableLength > maxWaiting ? stream.destroy() : stream.end())
      const leave = hub.join({ sessionId, role, send, end }, query.after)
      stream.once('close', leave)
      return reply
    }),
  })
}

/** Somebody who follows the changes. */
interface Listener {
  sessionId: string
  role: Role
  /** Takes a message; false where they do not read what they are sent. */
  send: (message: LiveMessage) => boolean
  end: () => void
}

/** Ms. */
interface HubTimes {
  poll: number
  /** Between two messages to somebody for whom nothing has changed. */
  heartbeat: number
  /** Between two checks whether their sessions are still open. */
  sessions: number
}

const usualTimes: HubTimes = { poll: 500, heartbeat: 20_000, sessions: 3000 }

interface LiveHub {
  /** From the position that they have read up to; without one, from some seconds ago. Returns how to leave. */
  join(listener: Listener, after: string | undefined): () => void
  /** How many of a session follow. */
  countOf(sessionId: string): number
  /** Ends all of them. */
  close(): Promise<void>
}

interface Follower extends Listener {
  /** Null: the beginning. */
  position: string | null
  /** Their position is from this server, and so of the past. */
  isPlaced: boolean
  /** What they have read up to cannot be gone on from. */
  isLost: boolean
  sentAt: number
  /** The last that they were told of who has which orders open, as JSON. */
  viewersText: string
}

/** How far back a new follower starts, since it loaded its data some moments before: polls, or transactions without any. */
const pollsBack = 10
const transactionsBack = 64n

/** Asks what has changed, for all of this process who follow, as long as there are any. */
export function createLiveHub({ db, config, clock, log }: Platform, times = usualTimes): LiveHub {
  const followers = new Set<Follower>()
  /** The positions of the last polls. */
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
    // Another role begins anew, by another call.
    for (const follower of followers) if (open.get(follower.sessionId) !== follower.role) leave(follower)
  }

  /** Gives who begins, or comes back, a position that can be looked at: theirs may be very old, or nobody's. */
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
        .catch((error: unknown) => log.error({ err: error }, 'live changes'))
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

/** Who has which orders open, of those that a role may know of. */
function viewersFor(viewers: Awaited<ReturnType<typeof currentViewers>>, seesRestricted: boolean) {
  const seen = viewers
    .filter(({ isRestricted }) => seesRestricted || !isRestricted)
    .map(({ orderId, memberId, name }): OrderViewer => ({ orderId, memberId, name }))
  return { viewers: seen, text: JSON.stringify(seen) }
}

/** Of what changed, what a role may know of. */
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
