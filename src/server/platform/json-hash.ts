import { createHash } from 'node:crypto'

/** Keys sorted, so that the same content has the same text wherever it is written. */
function canonicalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalize)
  if (typeof value !== 'object' || value === null) return value
  const inner = new Map(Object.entries(value))
  const keys = [...inner.keys()].sort()
  return Object.fromEntries(keys.map((key) => [key, canonicalize(inner.get(key))]))
}

/** SHA-256 of content as canonical JSON. Hashes are stored: another form of the JSON makes other hashes. */
export const jsonHash = (content: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(canonicalize(content)))
    .digest()
