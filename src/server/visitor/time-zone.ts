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
