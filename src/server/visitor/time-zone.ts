/** The canonical IANA time zone, or '' where it is not known (product §6). */
export function validTimezone(text: string | undefined): string {
  // An offset such as +07:00 is taken by Intl, too, but names no zone.
  if (!text || !/^[A-Za-z]/.test(text)) return ''
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return ''
  }
}
