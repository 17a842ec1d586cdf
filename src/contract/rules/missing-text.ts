/** The text shown for a missing value (spec §2). */
export const missingText = '-'

/** The text, or '-' where there is none. */
export const orMissingText = (text: string | null | undefined): string => text?.trim() || missingText
