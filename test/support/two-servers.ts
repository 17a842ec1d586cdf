/**
 * Whether each app of the tests is two servers over one database, to which calls go by turns (`npm run trial -- two-servers`):
 * whatever a server keeps in its own memory, the next call does not find.
 */
export const areServersDoubled = process.env['TWO_SERVERS'] === '1'

/** Answers one after the other, again and again. */
export function byTurns<T>(first: T, ...others: readonly T[]): () => T {
  const all = [first, ...others]
  let turn = 0
  return () => all[turn++ % all.length] ?? first
}
