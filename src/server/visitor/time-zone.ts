import { hostCookieName } from '#server/platform/http/cookies.ts'

/**
 * Takes the zone from the announcement of a download to the download, where the announcement itself is not recorded: it may
 * have come to another server.
 */
export const timezoneCookieName = (config: { isHttps: boolean }): string =>
  hostCookieName(config, 'pabean_time_zone')
/** Longer than between the two. */
export const timezoneCookieSeconds = 300

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
