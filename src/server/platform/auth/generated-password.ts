import { randomInt } from 'node:crypto'

const letters = 'abcdefghjkmnpqrstuvwxyz023456789'
const groups = 4
const groupLength = 4

/** A password for reading aloud and typing, of 80 bits: `k7mq-x2vf-9ahd-3tnw`. */
export const readablePassword = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-')

/** A password made by the server expires after this; the member then sets another (ASVS 6.4.1). */
export const generatedPasswordDays = 14
export const generatedPasswordExpiry = (now: Date): Date =>
  new Date(now.getTime() + generatedPasswordDays * 24 * 60 * 60_000)
