import { refuse } from '../refusal.ts'
import { currentHolder, type Holder } from './holder.ts'

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

/** Waiting claims of one holder; further ones would time out. */
const maxWaiting = 250

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
 * Divides a limited resource: claims beyond a holder's share wait, and waiting holders take turns. 429 where a holder
 * has too many waiting claims.
 */
export function createShares(limits: ShareLimits) {
  const count = createCount(limits)
  /** By holder, the next one first; every list has a claim. */
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

  async function claim(holder: Holder): Promise<Release> {
    const own = waiting.get(holder.key) ?? []
    if (own.length === 0 && count.isFree(holder)) return take(holder)
    if (own.length >= maxWaiting)
      return refuse('tooMany', 'Too much of yours is waiting already. Try again later.', { retryAfter: 5 })
    return new Promise((begin) => waiting.set(holder.key, [...own, { holder, begin }]))
  }

  return {
    claim,
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
