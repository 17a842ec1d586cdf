import { parse } from 'bowser'

/** The names of browser and system; empty where the text does not tell. */
export function deviceOf(userAgent: string): { browser: string; os: string } {
  if (!userAgent) return { browser: '', os: '' }
  const { browser, os } = parse(userAgent)
  return { browser: browser.name ?? '', os: os.name ?? '' }
}

/** The zone if it is one of the IANA's that this machine knows, else nothing (product §6). */
export function knownTimezone(given: string | undefined): string {
  // An offset such as +07:00 is taken by Intl, too, but names no zone.
  if (!given || !/^[A-Za-z]/.test(given)) return ''
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone
  } catch {
    return ''
  }
}
