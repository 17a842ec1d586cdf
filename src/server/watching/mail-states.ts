import type { MailState } from '#server/platform/db/tables.ts'

/** Of mails that are not finished. */
export const unsentMails = ['queued', 'sending'] as const satisfies readonly MailState[]
export type UnsentMail = (typeof unsentMails)[number]
