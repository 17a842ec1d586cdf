import { sql } from 'kysely'

/**
 * Of a row `m` of mails: the provider's words without the ids and times that differ from mail to mail, so that mails of
 * one cause have the same.
 */
export const mailCause = sql<string>`left(
  regexp_replace(coalesce(m.error, ''), '(^|\\s)(?!\\d{3}[- ]\\d\\.)\\S*\\d\\S{9,}', '\\1…', 'g'), 200)`

/** Of a row `m` of mails: it is tried on until its provider takes the sender. */
export const isWaiting = sql<boolean>`m.state in ('queued', 'sending') and m.waiting_since is not null`
