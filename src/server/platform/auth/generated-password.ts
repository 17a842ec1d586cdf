import { randomInt } from 'node:crypto'

/** Thirty-two letters and digits of which none is taken for another. */
const letters = 'abcdefghjkmnpqrstuvwxyz023456789'
const groups = 4
const groupLength = 4

/** A password that can be read out and typed, of 80 bits: `k7mq-x2vf-9ahd-3tnw`. */
export const readablePassword = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-')

/** Until when a password that the server made itself is good; whoever was given it sets one of their own (ASVS 6.4.1). */
export const generatedPasswordDays = 14
export const generatedPasswordExpiry = (now: Date): Date =>
  new Date(now.getTime() + generatedPasswordDays * 24 * 60 * 60_000)
