import { addressKey } from '../auth/address-key.ts'

/** What may be held at once: by one address, and by all together. */
export interface SlotLimits {
  perAddress: number
  total: number
}

/** Slots that addresses hold; claiming one returns how to release it, or null if none is free. */
export function createAddressSlots({ perAddress, total }: SlotLimits) {
  const held = new Map<string, number>()
  let active = 0
  return (ip: string): (() => void) | null => {
    const address = addressKey(ip)
    const own = held.get(address) ?? 0
    if (active >= total || own >= perAddress) return null
    active += 1
    held.set(address, own + 1)
    return () => {
      active -= 1
      const left = (held.get(address) ?? 0) - 1
      if (left > 0) held.set(address, left)
      else held.delete(address)
    }
  }
}
