import { mailProviders } from '#contract/messages.ts'

/** Sends at once by one provider. */
export const usualSlots = 8
const slowSlots = 2
/** A provider is slow while its last send, or one under way, takes longer than so many ms. */
const slowAfterMs = 10_000

/** A provider's share of the worker. */
export interface Lane {
  provider: string
  slots: number
}

export interface Lanes {
  /** Sends at once by all providers. */
  total: number
  /** Providers that take more mails, with how many. */
  free(): Lane[]
  hold<T>(provider: string, send: () => Promise<T>): Promise<T>
}

/**
 * Each provider has slots of its own, so that none waits for another; a slow one has two. It is slow until its first
 * send has ended.
 */
export function createLanes(now: () => number = Date.now): Lanes {
  const lanes = new Map(
    mailProviders.map((provider): [string, { begun: number[]; isSlow: boolean }] => [
      provider,
      { begun: [], isSlow: true },
    ]),
  )
  return {
    total: usualSlots * lanes.size,
    free: () =>
      [...lanes].flatMap(([provider, { begun, isSlow }]) => {
        const isLate = begun.some((at) => now() - at > slowAfterMs)
        const slots = (isSlow || isLate ? slowSlots : usualSlots) - begun.length
        return slots > 0 ? [{ provider, slots }] : []
      }),
    async hold(provider, send) {
      const lane = lanes.get(provider)
      const at = now()
      lane?.begun.push(at)
      try {
        return await send()
      } finally {
        lane?.begun.splice(lane.begun.indexOf(at), 1)
        if (lane) lane.isSlow = now() - at > slowAfterMs
      }
    },
  }
}
