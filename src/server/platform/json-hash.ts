import { createHash } from 'node:crypto'

/** Sorted keys give the same content the same text. */
function canonicalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalize)
  if (typeof value !== 'object' || value === null) return value
  const inner = new Map(Object.entries(value))
  const keys = [...inner.keys()].sort()
  return Object.fromEntries(keys.map((key) => [key, canonicalize(inner.get(key))]))
}

/** SHA-256 of content as canonical JSON. Hashes are stored, so the form of the JSON must not change. */
export const jsonHash = (content: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(canonicalize(content)))
    .digest()
