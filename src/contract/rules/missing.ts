/** What stands where a value is missing (spec §2). */
export const missing = '-'

/** The text, or '-' where there is none. */
export const orMissing = (text: string | null | undefined): string => text?.trim() || missing
