/** A PostgreSQL snapshot: the transactions below `xmin`, and those below `xmax` that are not `running`, were seen. */
interface Snapshot {
  xmin: bigint
  xmax: bigint
}

const maxXid = 2n ** 63n

const isAscending = (xids: readonly bigint[]) =>
  xids.every((xid, index) => index === 0 || xid > (xids[index - 1] ?? xid))

/** Parses a `pg_snapshot`, `xmin:xmax:running,…`; null for any other text. */
export function parsePosition(text: string): Snapshot | null {
  const [, min, max, list] = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/.exec(text) ?? []
  if (min === undefined || max === undefined || list === undefined) return null
  const [xmin, xmax] = [BigInt(min), BigInt(max)]
  const running = list === '' ? [] : list.split(',').map(BigInt)
  const isSnapshot =
    xmin > 0n && xmin <= xmax && xmax < maxXid && running.every((xid) => xid >= xmin && xid < xmax)
  return isSnapshot && isAscending(running) ? { xmin, xmax } : null
}

function parseOwn(position: string): Snapshot {
  const snapshot = parsePosition(position)
  if (!snapshot) throw new Error(`not a snapshot: ${position}`)
  return snapshot
}

/** Transactions for which changes are kept. */
const keptTransactions = 100_000n

export function oldestKept(now: string): bigint {
  const { xmin } = parseOwn(now)
  return xmin > keptTransactions ? xmin - keptTransactions : 1n
}

/** Changes since then may be deleted. */
export const isTooOld = (position: string, now: string): boolean => parseOwn(position).xmin < oldestKept(now)

/** The position is of another database, such as one that was restored since. */
export const isAhead = (position: string, now: string): boolean =>
  parseOwn(position).xmax > parseOwn(now).xmax

export function earlier(position: string, transactions: bigint): string {
  const { xmin } = parseOwn(position)
  const xid = xmin > transactions ? xmin - transactions : 1n
  return `${xid}:${xid}:`
}
