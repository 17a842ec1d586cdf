import type { Holder } from './holder.ts'
import { createCount, type ShareLimits } from './shares.ts'

export interface SlotLimits extends ShareLimits {
  perAddress: number
}

interface Held {
  holder: Holder
  /** Bytes a second, on average. */
  speed: () => number
  /** Ends the transfer, because another has its slot. */
  end: () => void
  release: () => void
}

/**
 * Slots for uploads, whose senders set the speed. A claim returns the release, or null where the holder has enough.
 * Where none is free, the slowest stranger loses its slot.
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
