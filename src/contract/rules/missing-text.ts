/** The text shown for a missing value (spec §2). */
export const missingText = '-'

export const orMissingText = (text: string | null | undefined): string => text?.trim() || missingText
