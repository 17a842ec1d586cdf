import { hostCookieName } from '#server/platform/http/cookies.ts'

/** Carries the zone from the announcement to the download, which may reach another server. */
export const timezoneCookieName = (config: { isHttps: boolean }): string =>
  hostCookieName(config, 'pabean_time_zone')
/** Longer than the time between the two. */
export const timezoneCookieSeconds = 300

/** The canonical IANA time zone, or '' if it is unknown (product §6). */
export function validTimezone(text: string | undefined): string {
  // Intl also accepts an offset such as +07:00, which names no zone.
  if (!text || !/^[A-Za-z]/.test(text)) return ''
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return ''
  }
}
