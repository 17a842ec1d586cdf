import type { ByteRange } from '#server/platform/files/file-store.ts'

/**
 * The range that a Range header asks of `size` bytes: one range, `null` for the whole (no header, several ranges, or an
 * unreadable one), or `unsatisfiable` (RFC 9110, 14.2).
 */
export function byteRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const requested = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  const [, first = '', last = ''] = requested ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}

/** Parses the path's last part, `{orderId}_{file1}` (spec §7); null for anything else. */
export function parseFileName(text: string): { orderId: number; file1: string } | null {
  const [, orderId, file1] = /^([1-9]\d{5,14})_([\w-]+\.\w+)$/.exec(text) ?? []
  return orderId && file1 ? { orderId: Number(orderId), file1 } : null
}
