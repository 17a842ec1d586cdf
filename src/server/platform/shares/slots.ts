import type { Holder } from './holder.ts'
import { createCount, type ShareLimits } from './shares.ts'

/** What may be held at once, and by one address of a network. */
export interface SlotLimits extends ShareLimits {
  perAddress: number
}

/** What holds a slot. */
interface Held {
  holder: Holder
  /** Bytes a second, on the whole. */
  speed: () => number
  /** Ends it: somebody else has its slot. */
  end: () => void
  release: () => void
}

/**
 * Slots for what comes in as fast as its sender likes. Claiming one returns how to release it, or null if the holder has
 * enough already; where none is free, the slowest stranger's goes.
 */
export function createSlots({ perAddress, ...limits }: SlotLimits) {
  const count = createCount(limits)
  const held = new Set<Held>()

  const hasEnough = (holder: Holder) =>
    (holder.isStranger &&
      [...held].filter((one) => one.holder.key === holder.key && one.holder.address === holder.address)
        .length >= perAddress) ||
    count.ofHolder(holder) >= limits.perHolder

  function endSlowest(): boolean {
    const [slowest] = [...held]
      .filter(({ holder }) => holder.isStranger)
      .toSorted((one, other) => one.speed() - other.speed())
    slowest?.release()
    slowest?.end()
    return slowest !== undefined
  }

  return (holder: Holder, { speed, end }: Pick<Held, 'speed' | 'end'>): (() => void) | null => {
    if (hasEnough(holder)) return null
    if (!count.isFree(holder) && !endSlowest()) return null
    const free = count.take(holder)
    const one: Held = {
      holder: { ...holder },
      speed,
      end,
      release() {
        held.delete(one)
        free()
      },
    }
    held.add(one)
    return one.release
  }
}
