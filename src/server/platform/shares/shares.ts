import { refuse } from '../refusal.ts'
import { currentHolder, type Holder } from './holder.ts'

/** How much may be held at once: by one holder, by strangers together, by all. */
export interface ShareLimits {
  total: number
  perHolder: number
  strangers: number
}

type Release = () => void

interface Waiting {
  holder: Holder
  begin: (release: Release) => void
}

/** Of one holder; more is no use any more. */
const maxWaiting = 250

/** Counts what each holder has. */
export function createCount({ total, perHolder, strangers }: ShareLimits) {
  const held = new Map<string, number>()
  let all = 0
  let ofStrangers = 0
  const add = ({ key, isStranger }: Holder, one: 1 | -1) => {
    const own = (held.get(key) ?? 0) + one
    if (own > 0) held.set(key, own)
    else held.delete(key)
    all += one
    if (isStranger) ofStrangers += one
  }
  return {
    ofHolder: ({ key }: Holder) => held.get(key) ?? 0,
    isFree: ({ key, isStranger }: Holder) =>
      all < total && (held.get(key) ?? 0) < perHolder && (!isStranger || ofStrangers < strangers),
    /** Returns how to release it, which may be done twice. */
    take(holder: Holder): Release {
      const { key, isStranger } = holder
      const taken = { ...holder, key, isStranger }
      let isHeld = true
      add(taken, 1)
      return () => {
        if (isHeld) add(taken, -1)
        isHeld = false
      }
    },
  }
}

/**
 * Divides something of which there is only so much: what a holder may not have yet waits, and holders have their turns one
 * after the other. 429 where one has too much waiting.
 */
export function createShares(limits: ShareLimits) {
  const count = createCount(limits)
  /** By holder, whose turn comes first; each has something that waits. */
  const waiting = new Map<string, Waiting[]>()

  function take(holder: Holder): Release {
    const release = count.take(holder)
    return () => {
      release()
      beginNext()
    }
  }

  function beginNext(): void {
    for (const [key, [first, ...others]] of waiting) {
      if (!first || !count.isFree(first.holder)) continue
      waiting.delete(key)
      if (others.length > 0) waiting.set(key, others)
      first.begin(take(first.holder))
      return beginNext()
    }
  }

  /** Resolves once it is held, with how to release it. */
  async function claim(holder: Holder): Promise<Release> {
    const own = waiting.get(holder.key) ?? []
    if (own.length === 0 && count.isFree(holder)) return take(holder)
    if (own.length >= maxWaiting)
      return refuse('tooMany', 'Too much of yours is waiting already. Try again later.', { retryAfter: 5 })
    return new Promise((begin) => waiting.set(holder.key, [...own, { holder, begin }]))
  }

  return {
    claim,
    /** Runs work while it is held for whom the work is done. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      const release = await claim(currentHolder())
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
