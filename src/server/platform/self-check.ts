import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { errorCode, errorMessage } from './error-code.ts'

/** ms between two looks at a part: with `limitMs`, a fault is known within a minute. */
const everyMs = 40_000
/** The same while the part fails. */
const againMs = 10_000
/** ms after which a look has failed. */
const limitMs = 15_000
/** ms from which a look that ended well was slow. */
const slowMs = 5000
/** ms between two looks at a failing part that `ask` makes, and for which it waits. */
const askMs = 1000

/** What the server's work depends on, tried as the work uses it. */
export interface CheckedPart {
  name: string
  /** Rejects where the part does not work; with `SlowPart` where it was only too busy. */
  look(signal: AbortSignal): Promise<void>
  /** What cannot be done then; public. */
  lacks: (error: unknown) => string
  /** What is said of a slow look; without it none is too slow. */
  slowly?: string
  /** ms until the next look after this error, where asking soon does harm. */
  restMs?: (error: unknown) => number | undefined
}

export class SlowPart extends Error {}

export interface PartFault {
  part: string
  /** What cannot be done; public. */
  lacks: string
  /** The reason in the words of what failed, for Admins, the log and `doctor`. */
  why: string
  isSlow: boolean
}

const describeReason = (error: unknown) => errorMessage(error) || (errorCode(error) ?? 'it failed')

interface Look {
  fault: PartFault | null
  error?: unknown
}

async function lookOnce(
  { name: part, look, lacks, slowly }: CheckedPart,
  stopping?: AbortSignal,
): Promise<Look> {
  const began = performance.now()
  const limit = AbortSignal.timeout(limitMs)
  const signal = stopping ? AbortSignal.any([limit, stopping]) : limit
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no answer within ${limitMs / 1000} s`)))
  })
  try {
    await Promise.race([look(signal), late])
  } catch (error) {
    const isSlow = error instanceof SlowPart
    return {
      fault: { part, lacks: (isSlow && slowly) || lacks(error), why: describeReason(error), isSlow },
      error,
    }
  }
  const ms = performance.now() - began
  if (slowly === undefined || ms < slowMs) return { fault: null }
  return { fault: { part, lacks: slowly, why: `it took ${Math.round(ms / 1000)} s`, isSlow: true } }
}

/** Null where the part works. */
export const lookAt = async (part: CheckedPart): Promise<PartFault | null> => (await lookOnce(part)).fault

export interface SelfCheck {
  parts: readonly string[]
  /** What failed when it was last looked at. */
  faults(): PartFault[]
  /** The same after a new look at what failed or was never looked at, for which it waits a second at most. */
  ask(): Promise<PartFault[]>
  /** Looks at every part. */
  lookAtAll(): Promise<void>
  /** Looks at each part time and again. */
  begin(): void
  stop(): Promise<void>
}

interface PartState {
  part: CheckedPart
  /** Undefined before the first look. */
  fault: PartFault | null | undefined
  /** `performance.now()` of the next look. */
  dueAt: number
  lookedAt: number
  running: Promise<void> | undefined
}

const isToBeAsked = ({ part, fault, lookedAt }: PartState) =>
  fault === undefined || (fault !== null && !part.restMs && performance.now() - lookedAt > askMs)

export function createSelfCheck(
  parts: readonly CheckedPart[],
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
): SelfCheck {
  const stopping = new AbortController()
  const states = parts.map((part): PartState => ({
    part,
    fault: undefined,
    dueAt: 0,
    lookedAt: -Infinity,
    running: undefined,
  }))
  let followers: Promise<void>[] = []

  function note(state: PartState, { fault, error }: Look): void {
    if (stopping.signal.aborted) return
    const { part } = state
    if (fault && fault.lacks !== state.fault?.lacks)
      log.error({ part: part.name, why: fault.why }, fault.lacks)
    else if (!fault && state.fault) log.warn({ part: part.name }, `works again: ${part.name}`)
    state.fault = fault
    state.lookedAt = performance.now()
    state.dueAt = state.lookedAt + (fault ? (part.restMs?.(error) ?? againMs) : everyMs)
  }

  const look = (state: PartState): Promise<void> =>
    (state.running ??= lookOnce(state.part, stopping.signal)
      .then((found) => note(state, found))
      .finally(() => (state.running = undefined)))

  async function follow(state: PartState): Promise<void> {
    while (!stopping.signal.aborted) {
      await look(state)
      const ms = Math.max(0, state.dueAt - performance.now())
      await pause(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  const faults = () => states.flatMap(({ fault }) => fault ?? [])

  return {
    parts: parts.map(({ name }) => name),
    faults,
    async ask() {
      const asked = Promise.all(states.filter(isToBeAsked).map(look))
      await Promise.race([asked, pause(askMs, undefined, { ref: false })])
      return faults()
    },
    async lookAtAll() {
      await Promise.all(states.map(look))
    },
    begin() {
      followers = states.map(follow)
    },
    async stop() {
      stopping.abort()
      await Promise.all(followers)
    },
  }
}
