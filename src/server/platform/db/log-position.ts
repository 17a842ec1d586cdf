/** A place in the write-ahead log, as PostgreSQL writes it (`16/B374D848`), for comparison. */
export function parseLogPosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Where the log of the primary was at a time by its own clock. */
export interface LogPosition {
  at: Date
  position: bigint
}

/** Until when a replica has everything that it has replayed up to `replayed`; undefined where it is older than all of these. */
export const replayedUntil = (known: readonly LogPosition[], replayed: bigint): Date | undefined =>
  known.findLast(({ position }) => position <= replayed)?.at
