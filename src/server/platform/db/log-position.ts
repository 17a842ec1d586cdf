export function parseLogPosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** The primary's log position at a time by its own clock. */
export interface LogPosition {
  at: Date
  position: bigint
}

/**
 * The time until which a replica that has replayed `replayed` is complete; undefined where it is older than all known
 * positions.
 */
export const replayedUntil = (known: readonly LogPosition[], replayed: bigint): Date | undefined =>
  known.findLast(({ position }) => position <= replayed)?.at
