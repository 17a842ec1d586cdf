import { displayDate, estDateTime } from '#contract/rules/dates.ts'

/** The day of an instant in EST as `DD-MM-YYYY`. */
export const estDay = (instant: string) => estDateTime(instant).slice(0, 10)

export const day = (isoDate: string) => displayDate(isoDate)

const kinds: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
}

/** What a file is, in a word that people know. */
export const fileKind = (contentType: string) => kinds[contentType] ?? contentType

const kilobyte = 1024

/** `214 KB`, `1.2 MB`. */
export function fileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / kilobyte))
  return kilobytes < kilobyte ? `${kilobytes} KB` : `${(kilobytes / kilobyte).toFixed(1)} MB`
}
