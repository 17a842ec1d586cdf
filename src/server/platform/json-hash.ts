import { createHash } from 'node:crypto'

/** Keys sorted, so that the same content has the same text wherever it is written. */
function canonicalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalize)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, canonicalize(inner)]))
}

/** SHA-256 of content as canonical JSON. Hashes are stored: another form of the JSON makes other hashes. */
export const jsonHash = (content: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(canonicalize(content)))
    .digest()
