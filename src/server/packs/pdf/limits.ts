/** Mastercard takes 19 (product §8), and a gateway may add one. */
export const maxPages = 18

export interface PrintLimits {
  /** Font size of running text, in points; 7 is the smallest legible. */
  size: number
  /** Characters of one entry. */
  text: number
  /** Entries of one list. */
  rows: number
  /** Characters of one policy. */
  policy: number
}

const unlimited: PrintLimits = { size: 9.5, text: 20_000, rows: Infinity, policy: Infinity }
const smallestType = { ...unlimited, size: 7 }
const shortestEntries = { ...smallestType, text: 100 }
const fewestRows = { ...shortestEntries, rows: 16 }

/** From everything in comfortable type to the shortest form: first smaller type, then shorter entries, then fewer. */
export const limitLevels: readonly PrintLimits[] = [
  ...[9.5, 9, 8.5, 8, 7.5, 7].map((size) => ({ ...unlimited, size })),
  ...[4000, 2000, 1200, 800, 600, 450, 340, 260, 200, 160, 130, 100].map((text) => ({
    ...smallestType,
    text,
  })),
  ...[150, 100, 70, 50, 34, 24, 16].map((rows) => ({ ...shortestEntries, rows })),
  ...[40_000, 20_000, 10_000, 5000].map((policy) => ({ ...fewestRows, policy })),
]
