/**
 * A moment in the name of an object or folder, without a colon, which SMB and exFAT refuse. Names of earlier versions
 * have colons and sort before those of the same hour.
 */
export const momentName = (moment: Date): string => moment.toISOString().replaceAll(':', '_')

/** The moment at the beginning of a name, in ms since 1970. */
export const momentOf = (name: string): number => Date.parse(name.slice(0, 24).replaceAll('_', ':'))
