/** A seeded generator: the same seed gives the same demo, which tests rely on. */
export interface Chance {
  /** Includes `min` and `max`. */
  integer(min: number, max: number): number
  /** True with this probability in percent. */
  percent(percentage: number): boolean
  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T
  /** Replaces each `#` by a digit and each `@` by a capital letter. */
  fillPattern(pattern: string): string
}

/** Mulberry32: 32 bits of state, even enough for names and dates. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    integer,
    percent: (percentage) => next() * 100 < percentage,
    pick<T>(items: readonly T[]): T {
      const picked = items[integer(0, items.length - 1)]
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
    fillPattern: (pattern) =>
      pattern
        .replaceAll('#', () => String(integer(0, 9)))
        .replaceAll('@', () => String.fromCharCode(integer(65, 90))),
  }
}
